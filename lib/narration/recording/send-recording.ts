import type { Principal } from '../../accounts/public.ts';
import type { UploadedFile } from '../../contract/uploaded-file.ts';
import { validate } from '../../contract/validate.ts';
import { type BeforeCommit, unannounced } from '../../shared/before-commit.ts';
import { ServiceError } from '../../shared/errors.ts';
import { loadTimeline, positionOf } from '../../timelines/public.ts';
import type { FetchFile } from '../../uploads/public.ts';
import { type RecordingByUrl, recordingForm } from '../contract.ts';
import type { SlideWithAudio } from '../replace-audio.ts';
import { placeRecording, type RecordingDeps } from './place-recording.ts';

interface Place {
  id: string;
  sid: string;
}

/** @throws ServiceError when the slide is not there: before a file is looked at. */
export async function checkSlide({ timelines }: RecordingDeps, principal: Principal, { id, sid }: Place) {
  positionOf(await loadTimeline(timelines, principal, id), sid);
}

/** Makes a file that came with the request the narration of a slide. */
export async function sendRecording(
  deps: RecordingDeps,
  principal: Principal,
  place: Place,
  file: UploadedFile,
  beforeCommit: BeforeCommit<SlideWithAudio> = unannounced,
): Promise<SlideWithAudio> {
  validate(recordingForm, file.fields);
  await checkSlide(deps, principal, place);
  if (file.bytes.length === 0)
    throw new ServiceError('audio_invalid', 'The audio file has no bytes.', { param: 'audio' });
  return placeRecording(deps, principal, place, file.bytes, beforeCommit);
}

/** Makes what lies at an address now the narration of a slide. The address is not kept. */
export async function importRecording(
  deps: RecordingDeps & { fetchAudio: FetchFile },
  principal: Principal,
  place: Place,
  { url }: RecordingByUrl,
  beforeCommit: BeforeCommit<SlideWithAudio> = unannounced,
): Promise<SlideWithAudio> {
  await checkSlide(deps, principal, place);
  return placeRecording(deps, principal, place, await deps.fetchAudio(url), beforeCommit);
}
