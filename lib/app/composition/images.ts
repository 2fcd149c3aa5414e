import { IMAGE_FILE } from '#features/images/image-rules.ts';
import { imageFacts, isImageFormat } from '#features/images/ports.ts';
import type { ImageDeps } from '#features/images/set-slide-image.ts';
import { httpFetchFile } from '#features/uploads/fetch-file.ts';
import { timelineDeps } from './api.ts';
import { decodedIsolated } from './decoded-isolated.ts';
import { services } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/** Form of requests to the decoder for an image. */
export const IMAGE_DECODING = {
  medium: 'image',
  kind: IMAGE_FILE,
  facts: imageFacts,
  isOwnFormat: isImageFormat,
} as const;

/**
 * Dependencies of the upload of an image.
 * @param deadline of the request
 */
export function imageDeps(deadline: AbortSignal = uploadDeadline()): ImageDeps {
  const { uploads, files, tombstones } = services();
  const reencodeImage = decodedIsolated(IMAGE_DECODING, deadline);
  return { ...timelineDeps(), uploads, tombstones, blobs: files, reencodeImage, fetchFile: httpFetchFile() };
}
