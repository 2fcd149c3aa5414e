import { IMAGE_FILE_RULES } from '#features/images/image-rules.ts';
import { doesImageSignatureMatchType, imageFactsSchema } from '#features/images/ports.ts';
import type { SlideImageUploadDeps } from '#features/images/set-slide-image.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { timelineDeps } from './api.ts';
import { createUploadDeadlineSignal } from './create-upload-deadline-signal.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { sharedServices } from './services.ts';

/** Form of requests to the decoder for an image. */
export const IMAGE_DECODE_TASK = {
  medium: 'image',
  rules: IMAGE_FILE_RULES,
  facts: imageFactsSchema,
  isOwnFormat: doesImageSignatureMatchType,
} as const;

/**
 * Dependencies of the upload of an image.
 * @param deadline of the request
 */
export function uploadImageDeps(deadline: AbortSignal = createUploadDeadlineSignal()): SlideImageUploadDeps {
  const { uploads, files, tombstones } = sharedServices();
  const reencodeImage = createSlottedFileDecoder(IMAGE_DECODE_TASK, deadline);
  return { ...timelineDeps(), uploads, tombstones, blobs: files, reencodeImage, fetchFile: createHttpFileFetcher() };
}
