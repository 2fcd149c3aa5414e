import type { Principal } from '../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { ServiceError } from '../errors.ts';
import type { UploadedFile } from '../http/upload.ts';
import { validate } from '../http/validate.ts';
import type { PlacedSlide } from '../timelines/edit-slides.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { type ImageByUrl, imageForm } from './contract.ts';
import { checkPlace, type ImageTools, type Place, placeImage } from './place-image.ts';

/** Makes a file that came with the request the slide's image. */
export async function sendImage(
  tools: ImageTools,
  principal: Principal,
  place: Place,
  file: UploadedFile,
  beforeCommit: BeforeCommit<PlacedSlide> = unannounced,
): Promise<PlacedSlide> {
  const options = validate(imageForm, file.fields);
  await checkPlace(tools, principal, place);
  if (file.bytes.length === 0) throw new ServiceError('image_invalid', 'The image has no bytes.', { param: 'image' });
  return placeImage(tools, principal, place, file.bytes, options, beforeCommit);
}

/** Makes what lies at an address now the slide's image. The address is not kept. */
export async function importImage(
  tools: ImageTools & { fetchImage: FetchFile },
  principal: Principal,
  place: Place,
  { url, ...options }: ImageByUrl,
  beforeCommit: BeforeCommit<PlacedSlide> = unannounced,
): Promise<PlacedSlide> {
  await checkPlace(tools, principal, place);
  return placeImage(tools, principal, place, await tools.fetchImage(url), options, beforeCommit);
}
