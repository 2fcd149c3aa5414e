import { readFile } from 'node:fs/promises';
import type { ApiClient } from './api-client.ts';
import { CommandError } from './command.ts';
import type { ImageFile } from './load-deck.ts';

/** Announces a picture, puts its bytes where the answer says, and makes it the slide's image. */
export async function uploadImage(
  client: ApiClient,
  place: { timelineId: string; slideId: string },
  image: ImageFile,
  signal: AbortSignal,
): Promise<void> {
  const bytes = await readFile(image.file);
  const { timelineId, slideId } = place;
  const announced = await client.uploadSlideImage(timelineId, slideId, {
    content_type: image.contentType,
    size_bytes: bytes.length,
  });
  if (!('upload' in announced)) throw new CommandError('The service answered no upload for an announced image.');
  const { id, method, url, headers } = announced.upload;
  const response = await fetch(url, { method, headers, body: bytes, signal });
  if (!response.ok) {
    const said = (await response.text()).slice(0, 300);
    throw new CommandError(`The upload of ${image.path} was answered ${response.status}: ${said}`);
  }
  await response.body?.cancel();
  await client.uploadSlideImage(timelineId, slideId, {
    upload_id: id,
    alt: image.alt,
    ...(image.fit === undefined ? {} : { fit: image.fit }),
  });
}
