import type { Principal } from '../../accounts/public.ts';
import { AUDIO_FILE } from '../../audio-decoding/audio-rules.ts';
import { type BeforeCommit, unannounced } from '../../shared/before-commit.ts';
import type { UploadAnswer } from '../../uploads/contract.ts';
import { announceUpload, completeUpload, type Destination } from '../../uploads/public.ts';
import type { RecordingAnnouncement, RecordingCompletion } from '../contract.ts';
import type { SlideWithAudio } from '../replace-audio.ts';
import { placeRecording, type RecordingDeps } from './place-recording.ts';
import { checkSlide } from './send-recording.ts';

interface Place {
  id: string;
  sid: string;
}

const destination = (deps: RecordingDeps, principal: Principal, place: Place): Destination => ({
  target: `/timelines/${place.id}/slides/${place.sid}/audio`,
  kind: AUDIO_FILE,
  check: () => checkSlide(deps, principal, place),
});

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the slide changes yet. */
export async function announceRecording(
  deps: RecordingDeps,
  principal: Principal,
  place: Place,
  asked: RecordingAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  return announceUpload(deps, principal, destination(deps, principal, place), asked, beforeCommit);
}

/** Makes the uploaded bytes the narration of a slide. */
export async function completeRecording(
  deps: RecordingDeps,
  principal: Principal,
  place: Place,
  { upload_id }: RecordingCompletion,
  beforeCommit: BeforeCommit<SlideWithAudio> = unannounced,
): Promise<SlideWithAudio> {
  return completeUpload(deps, principal, destination(deps, principal, place), upload_id, (bytes) =>
    placeRecording(deps, principal, place, bytes, beforeCommit),
  );
}
