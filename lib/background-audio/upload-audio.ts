import type { Principal } from '../accounts/account.ts';
import { AUDIO_FILE, AUDIO_MAX_BYTES } from '../audio-import/audio-rules.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { loadTimeline } from '../timelines/change-timeline.ts';
import type { LoadedTimeline } from '../timelines/timeline.ts';
import { announceUpload, findUpload, forgetUpload, uploadedBytes } from '../uploads/announced-upload.ts';
import type { UploadAnswer } from '../uploads/contract.ts';
import { tooLarge } from '../uploads/file-kind.ts';
import type { AudioAnnouncement, AudioCompletion } from './contract.ts';
import { type BackgroundAudioTools, placeAudio } from './place-audio.ts';

const targetOf = (id: string): string => `/timelines/${id}/background-audio`;

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the timeline changes yet. */
export async function announceAudio(
  tools: BackgroundAudioTools,
  principal: Principal,
  id: string,
  asked: AudioAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  if (asked.size_bytes > AUDIO_MAX_BYTES) throw tooLarge(AUDIO_FILE, 'size_bytes');
  await loadTimeline(tools.store, principal, id);
  return announceUpload(tools, principal, targetOf(id), asked, beforeCommit);
}

/** Makes the uploaded bytes the music of a timeline. */
export async function completeAudio(
  tools: BackgroundAudioTools,
  principal: Principal,
  id: string,
  asked: AudioCompletion,
  beforeCommit: BeforeCommit<LoadedTimeline> = unannounced,
): Promise<LoadedTimeline> {
  const upload = await findUpload(tools, principal, targetOf(id), asked.upload_id);
  await loadTimeline(tools.store, principal, id);
  const bytes = await uploadedBytes(tools, AUDIO_FILE, upload);
  const placed = await placeAudio(tools, principal, id, bytes, asked, beforeCommit);
  await forgetUpload(tools, upload);
  return placed;
}
