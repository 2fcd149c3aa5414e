import type { Principal } from '../accounts/account.ts';
import { AUDIO_FILE } from '../audio-import/audio-rules.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { loadTimeline } from '../timelines/change-timeline.ts';
import type { LoadedTimeline } from '../timelines/timeline.ts';
import { announceUpload, completeUpload, type Destination } from '../uploads/announced-upload.ts';
import type { UploadAnswer } from '../uploads/contract.ts';
import type { AudioAnnouncement, AudioCompletion } from './contract.ts';
import { type BackgroundAudioTools, placeAudio } from './place-audio.ts';

const destination = (tools: BackgroundAudioTools, principal: Principal, id: string): Destination => ({
  target: `/timelines/${id}/background-audio`,
  kind: AUDIO_FILE,
  check: () => loadTimeline(tools.store, principal, id),
});

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the timeline changes yet. */
export async function announceAudio(
  tools: BackgroundAudioTools,
  principal: Principal,
  id: string,
  asked: AudioAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  return announceUpload(tools, principal, destination(tools, principal, id), asked, beforeCommit);
}

/** Makes the uploaded bytes the music of a timeline. */
export async function completeAudio(
  tools: BackgroundAudioTools,
  principal: Principal,
  id: string,
  asked: AudioCompletion,
  beforeCommit: BeforeCommit<LoadedTimeline> = unannounced,
): Promise<LoadedTimeline> {
  return completeUpload(tools, principal, destination(tools, principal, id), asked.upload_id, (bytes) =>
    placeAudio(tools, principal, id, bytes, asked, beforeCommit),
  );
}
