import type { Principal } from '../../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../../before-commit.ts';
import { ServiceError } from '../../errors.ts';
import type { UploadedFile } from '../../http/upload.ts';
import { validate } from '../../http/validate.ts';
import { loadTimeline, positionOf } from '../../timelines/change-timeline.ts';
import type { FetchFile } from '../../uploads/ports.ts';
import { type RecordingByUrl, recordingForm } from '../contract.ts';
import type { SlideWithAudio } from '../replace-audio.ts';
import { placeRecording, type RecordingTools } from './place-recording.ts';

interface Place {
  id: string;
  sid: string;
}

/** @throws ServiceError when the slide is not there: before a file is looked at. */
export async function checkSlide({ timelines }: RecordingTools, principal: Principal, { id, sid }: Place) {
  positionOf(await loadTimeline(timelines, principal, id), sid);
}

/** Makes a file that came with the request the narration of a slide. */
export async function sendRecording(
  tools: RecordingTools,
  principal: Principal,
  place: Place,
  file: UploadedFile,
  beforeCommit: BeforeCommit<SlideWithAudio> = unannounced,
): Promise<SlideWithAudio> {
  validate(recordingForm, file.fields);
  await checkSlide(tools, principal, place);
  if (file.bytes.length === 0)
    throw new ServiceError('audio_invalid', 'The audio file has no bytes.', { param: 'audio' });
  return placeRecording(tools, principal, place, file.bytes, beforeCommit);
}

/** Makes what lies at an address now the narration of a slide. The address is not kept. */
export async function importRecording(
  tools: RecordingTools & { fetchAudio: FetchFile },
  principal: Principal,
  place: Place,
  { url }: RecordingByUrl,
  beforeCommit: BeforeCommit<SlideWithAudio> = unannounced,
): Promise<SlideWithAudio> {
  await checkSlide(tools, principal, place);
  return placeRecording(tools, principal, place, await tools.fetchAudio(url), beforeCommit);
}
