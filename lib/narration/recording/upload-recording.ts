import type { Principal } from '../../accounts/account.ts';
import { AUDIO_FILE } from '../../audio-import/audio-rules.ts';
import { type BeforeCommit, unannounced } from '../../before-commit.ts';
import { announceUpload, completeUpload, type Destination } from '../../uploads/announced-upload.ts';
import type { UploadAnswer } from '../../uploads/contract.ts';
import type { RecordingAnnouncement, RecordingCompletion } from '../contract.ts';
import type { SlideWithAudio } from '../replace-audio.ts';
import { placeRecording, type RecordingTools } from './place-recording.ts';
import { checkSlide } from './send-recording.ts';

interface Place {
  id: string;
  sid: string;
}

const destination = (tools: RecordingTools, principal: Principal, place: Place): Destination => ({
  target: `/timelines/${place.id}/slides/${place.sid}/audio`,
  kind: AUDIO_FILE,
  check: () => checkSlide(tools, principal, place),
});

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the slide changes yet. */
export async function announceRecording(
  tools: RecordingTools,
  principal: Principal,
  place: Place,
  asked: RecordingAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  return announceUpload(tools, principal, destination(tools, principal, place), asked, beforeCommit);
}

/** Makes the uploaded bytes the narration of a slide. */
export async function completeRecording(
  tools: RecordingTools,
  principal: Principal,
  place: Place,
  { upload_id }: RecordingCompletion,
  beforeCommit: BeforeCommit<SlideWithAudio> = unannounced,
): Promise<SlideWithAudio> {
  return completeUpload(tools, principal, destination(tools, principal, place), upload_id, (bytes) =>
    placeRecording(tools, principal, place, bytes, beforeCommit),
  );
}
