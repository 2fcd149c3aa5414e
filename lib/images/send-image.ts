import type { Principal } from '../accounts/public.ts';
import type { UploadedFile } from '../contract/uploaded-file.ts';
import { validate } from '../contract/validate.ts';
import { type BeforeCommit, unannounced } from '../shared/before-commit.ts';
import { ServiceError } from '../shared/errors.ts';
import type { PlacedSlide } from '../timelines/public.ts';
import type { FetchFile } from '../uploads/public.ts';
import { type ImageByUrl, imageForm } from './contract.ts';
import { checkPlace, type ImageDeps, type Place, placeImage } from './place-image.ts';

/** Makes a file that came with the request the slide's image. */
export async function sendImage(
  deps: ImageDeps,
  principal: Principal,
  place: Place,
  file: UploadedFile,
  beforeCommit: BeforeCommit<PlacedSlide> = unannounced,
): Promise<PlacedSlide> {
  const options = validate(imageForm, file.fields);
  await checkPlace(deps, principal, place);
  if (file.bytes.length === 0) throw new ServiceError('image_invalid', 'The image has no bytes.', { param: 'image' });
  return placeImage(deps, principal, place, file.bytes, options, beforeCommit);
}

/** Makes what lies at an address now the slide's image. The address is not kept. */
export async function importImage(
  deps: ImageDeps & { fetchImage: FetchFile },
  principal: Principal,
  place: Place,
  { url, ...options }: ImageByUrl,
  beforeCommit: BeforeCommit<PlacedSlide> = unannounced,
): Promise<PlacedSlide> {
  await checkPlace(deps, principal, place);
  return placeImage(deps, principal, place, await deps.fetchImage(url), options, beforeCommit);
}
