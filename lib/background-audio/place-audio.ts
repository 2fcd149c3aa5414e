import { createHash } from 'node:crypto';
import type { Principal } from '../accounts/account.ts';
import type { BeforeCommit } from '../before-commit.ts';
import { ServiceError } from '../errors.ts';
import { newToken } from '../ids.ts';
import { storageKeys } from '../storage-keys.ts';
import {
  BACKGROUND_AUDIO_RATE,
  type BackgroundAudio,
  type BackgroundAudioSettings,
} from '../timelines/background-audio.ts';
import { changeTimeline, type TimelineTools } from '../timelines/change-timeline.ts';
import type { LoadedTimeline } from '../timelines/timeline.ts';
import type { UploadTools } from '../uploads/announced-upload.ts';
import type { UploadBlobs } from '../uploads/ports.ts';
import type { CleanAudio } from './ports.ts';

export interface BackgroundAudioTools extends TimelineTools, UploadTools {
  cleanAudio: CleanAudio;
  blobs: UploadBlobs & { putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
}

/** Shorter than this, music that begins anew again and again is a noise. */
const LEAST_SECONDS = 1;

/** Makes bytes the music of a timeline. What is stored and heard is our own file, never the bytes that were sent. */
export async function placeAudio(
  tools: BackgroundAudioTools,
  principal: Principal,
  id: string,
  bytes: Uint8Array,
  { volume, fade_in_seconds, fade_out_seconds, loop, duck }: BackgroundAudioSettings,
  beforeCommit: BeforeCommit<LoadedTimeline>,
): Promise<LoadedTimeline> {
  const { bytes: clean, ...sound } = await tools.cleanAudio(bytes);
  if (sound.samples < LEAST_SECONDS * BACKGROUND_AUDIO_RATE)
    throw new ServiceError('audio_invalid', `Music has at least ${LEAST_SECONDS} second.`, { param: 'audio' });
  const key = storageKeys.backgroundAudio(principal.account_id, id, newToken(tools.clock()));
  await tools.blobs.putBytes(key, clean, sound.content_type);
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
  return changeTimeline(tools, principal, id, undefined, () => ({ settings: { background_audio } }), beforeCommit);
}

/** Takes the music away; harmless when there is none. */
export async function deleteAudio(tools: TimelineTools, principal: Principal, id: string): Promise<LoadedTimeline> {
  return changeTimeline(tools, principal, id, undefined, () => ({ settings: { background_audio: undefined } }));
}
