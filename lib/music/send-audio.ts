import type { Principal } from '../accounts/public.ts';
import type { UploadedFile } from '../contract/uploaded-file.ts';
import { validate } from '../contract/validate.ts';
import { type BeforeCommit, unannounced } from '../shared/before-commit.ts';
import { ServiceError } from '../shared/errors.ts';
import { type LoadedTimeline, loadTimeline } from '../timelines/public.ts';
import type { FetchFile } from '../uploads/public.ts';
import { type AudioByUrl, audioForm } from './contract.ts';
import { type BackgroundAudioDeps, placeAudio } from './place-audio.ts';

/** Makes a file that came with the request the music of a timeline. */
export async function sendAudio(
  deps: BackgroundAudioDeps,
  principal: Principal,
  id: string,
  file: UploadedFile,
  beforeCommit: BeforeCommit<LoadedTimeline> = unannounced,
): Promise<LoadedTimeline> {
  const options = validate(audioForm, file.fields);
  await loadTimeline(deps.store, principal, id);
  if (file.bytes.length === 0)
    throw new ServiceError('audio_invalid', 'The audio file has no bytes.', { param: 'audio' });
  return placeAudio(deps, principal, id, file.bytes, options, beforeCommit);
}

/** Makes what lies at an address now the music of a timeline. The address is not kept. */
export async function importAudio(
  deps: BackgroundAudioDeps & { fetchAudio: FetchFile },
  principal: Principal,
  id: string,
  { url, ...options }: AudioByUrl,
  beforeCommit: BeforeCommit<LoadedTimeline> = unannounced,
): Promise<LoadedTimeline> {
  await loadTimeline(deps.store, principal, id);
  return placeAudio(deps, principal, id, await deps.fetchAudio(url), options, beforeCommit);
}
