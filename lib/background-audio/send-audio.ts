import type { Principal } from '../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { ServiceError } from '../errors.ts';
import type { UploadedFile } from '../http/upload.ts';
import { validate } from '../http/validate.ts';
import { loadTimeline } from '../timelines/change-timeline.ts';
import type { LoadedTimeline } from '../timelines/timeline.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { type AudioByUrl, audioForm } from './contract.ts';
import { type BackgroundAudioTools, placeAudio } from './place-audio.ts';

/** Makes a file that came with the request the music of a timeline. */
export async function sendAudio(
  tools: BackgroundAudioTools,
  principal: Principal,
  id: string,
  file: UploadedFile,
  beforeCommit: BeforeCommit<LoadedTimeline> = unannounced,
): Promise<LoadedTimeline> {
  const options = validate(audioForm, file.fields);
  await loadTimeline(tools.store, principal, id);
  if (file.bytes.length === 0)
    throw new ServiceError('audio_invalid', 'The audio file has no bytes.', { param: 'audio' });
  return placeAudio(tools, principal, id, file.bytes, options, beforeCommit);
}

/** Makes what lies at an address now the music of a timeline. The address is not kept. */
export async function importAudio(
  tools: BackgroundAudioTools & { fetchAudio: FetchFile },
  principal: Principal,
  id: string,
  { url, ...options }: AudioByUrl,
  beforeCommit: BeforeCommit<LoadedTimeline> = unannounced,
): Promise<LoadedTimeline> {
  await loadTimeline(tools.store, principal, id);
  return placeAudio(tools, principal, id, await tools.fetchAudio(url), options, beforeCommit);
}
