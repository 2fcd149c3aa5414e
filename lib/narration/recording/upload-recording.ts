import type { Principal } from '../../accounts/account.ts';
import { AUDIO_FILE, AUDIO_MAX_BYTES } from '../../audio-import/audio-rules.ts';
import { type BeforeCommit, unannounced } from '../../before-commit.ts';
import { announceUpload, findUpload, forgetUpload, uploadedBytes } from '../../uploads/announced-upload.ts';
import type { UploadAnswer } from '../../uploads/contract.ts';
import { tooLarge } from '../../uploads/file-kind.ts';
import type { RecordingAnnouncement, RecordingCompletion } from '../contract.ts';
import type { SlideWithAudio } from '../replace-audio.ts';
import { placeRecording, type RecordingTools } from './place-recording.ts';
import { checkSlide } from './send-recording.ts';

interface Place {
  id: string;
  sid: string;
}

const targetOf = ({ id, sid }: Place): string => `/timelines/${id}/slides/${sid}/audio`;

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the slide changes yet. */
export async function announceRecording(
  tools: RecordingTools,
  principal: Principal,
  place: Place,
  asked: RecordingAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  if (asked.size_bytes > AUDIO_MAX_BYTES) throw tooLarge(AUDIO_FILE, 'size_bytes');
  await checkSlide(tools, principal, place);
  return announceUpload(tools, principal, targetOf(place), asked, beforeCommit);
}

/** Makes the uploaded bytes the narration of a slide. */
export async function completeRecording(
  tools: RecordingTools,
  principal: Principal,
  place: Place,
  { upload_id }: RecordingCompletion,
  beforeCommit: BeforeCommit<SlideWithAudio> = unannounced,
): Promise<SlideWithAudio> {
  const upload = await findUpload(tools, principal, targetOf(place), upload_id);
  await checkSlide(tools, principal, place);
  const bytes = await uploadedBytes(tools, AUDIO_FILE, upload);
  const placed = await placeRecording(tools, principal, place, bytes, beforeCommit);
  await forgetUpload(tools, upload);
  return placed;
}
