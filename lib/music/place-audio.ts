import { createHash } from 'node:crypto';
import type { Principal } from '../accounts/public.ts';
import type { BeforeCommit } from '../shared/before-commit.ts';
import { ServiceError } from '../shared/errors.ts';
import { newToken } from '../shared/ids.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import {
  BACKGROUND_AUDIO_RATE,
  type BackgroundAudio,
  type BackgroundAudioSettings,
  changeTimeline,
  type LoadedTimeline,
  type TimelineDeps,
} from '../timelines/public.ts';
import type { UploadBlobs, UploadDeps } from '../uploads/public.ts';
import type { CleanAudio } from './ports.ts';

export interface BackgroundAudioDeps extends TimelineDeps, UploadDeps {
  cleanAudio: CleanAudio;
  blobs: UploadBlobs & { putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
}

/** Shorter than this, music that begins anew again and again is a noise. */
const MIN_SECONDS = 1;

/** Makes bytes the music of a timeline. What is stored and heard is our own file, never the bytes that were sent. */
export async function placeAudio(
  deps: BackgroundAudioDeps,
  principal: Principal,
  id: string,
  bytes: Uint8Array,
  { volume, fade_in_seconds, fade_out_seconds, loop, duck }: BackgroundAudioSettings,
  beforeCommit: BeforeCommit<LoadedTimeline>,
): Promise<LoadedTimeline> {
  const { bytes: clean, ...sound } = await deps.cleanAudio(bytes);
  if (sound.samples < MIN_SECONDS * BACKGROUND_AUDIO_RATE)
    throw new ServiceError('audio_invalid', `Music has at least ${MIN_SECONDS} second.`, { param: 'audio' });
  const key = storageKeys.backgroundAudio(principal.account_id, id, newToken(deps.clock()));
  await deps.blobs.putBytes(key, clean, sound.content_type);
  const background_audio: BackgroundAudio = {
    key,
    sha256: createHash('sha256').update(clean).digest('hex'),
    ...sound,
    size_bytes: clean.length,
    volume,
    fade_in_seconds,
    fade_out_seconds,
    loop,
    duck,
  };
  return changeTimeline(deps, principal, id, undefined, () => ({ settings: { background_audio } }), beforeCommit);
}

/** Takes the music away; harmless when there is none. */
export async function deleteAudio(deps: TimelineDeps, principal: Principal, id: string): Promise<LoadedTimeline> {
  return changeTimeline(deps, principal, id, undefined, () => ({ settings: { background_audio: undefined } }));
}
