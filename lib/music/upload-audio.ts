import type { Principal } from '../accounts/public.ts';
import { AUDIO_FILE } from '../audio-decoding/audio-rules.ts';
import { type BeforeCommit, unannounced } from '../shared/before-commit.ts';
import { type LoadedTimeline, loadTimeline } from '../timelines/public.ts';
import type { UploadAnswer } from '../uploads/contract.ts';
import { announceUpload, completeUpload, type Destination } from '../uploads/public.ts';
import type { AudioAnnouncement, AudioCompletion } from './contract.ts';
import { type BackgroundAudioDeps, placeAudio } from './place-audio.ts';

const destination = (deps: BackgroundAudioDeps, principal: Principal, id: string): Destination => ({
  target: `/timelines/${id}/background-audio`,
  kind: AUDIO_FILE,
  check: () => loadTimeline(deps.store, principal, id),
});

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the timeline changes yet. */
export async function announceAudio(
  deps: BackgroundAudioDeps,
  principal: Principal,
  id: string,
  asked: AudioAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  return announceUpload(deps, principal, destination(deps, principal, id), asked, beforeCommit);
}

/** Makes the uploaded bytes the music of a timeline. */
export async function completeAudio(
  deps: BackgroundAudioDeps,
  principal: Principal,
  id: string,
  asked: AudioCompletion,
  beforeCommit: BeforeCommit<LoadedTimeline> = unannounced,
): Promise<LoadedTimeline> {
  return completeUpload(deps, principal, destination(deps, principal, id), asked.upload_id, (bytes) =>
    placeAudio(deps, principal, id, bytes, asked, beforeCommit),
  );
}
