import { IMAGE_FILE } from '#features/images/image-rules.ts';
import { imageFacts, isImageFormat } from '#features/images/ports.ts';
import type { LogoDeps } from '#features/images/set-logo.ts';
import type { CustomTemplateDeps } from '#features/templates/custom-templates.ts';
import { httpFetchFile } from '#features/uploads/fetch-file.ts';
import { backoff } from '#kernel/shared/backoff.ts';
import { decodedIsolated } from './decoded-isolated.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/** Form of requests to the decoder for a logo. */
const LOGO = { medium: 'image', kind: IMAGE_FILE, facts: imageFacts, isOwnFormat: isImageFormat } as const;

/** Dependencies of the operations on custom templates. */
export const customTemplateDeps = lazy((): CustomTemplateDeps => {
  const { templates, fonts, clock } = services();
  return { templates, fonts, clock, backoff: backoff(Math.random) };
});

/**
 * Dependencies of the upload of a logo.
 * @param deadline of the request
 */
export function logoDeps(deadline: AbortSignal = uploadDeadline()): LogoDeps {
  const { uploads, files, tombstones } = services();
  const reencodeImage = decodedIsolated(LOGO, deadline);
  return { ...customTemplateDeps(), uploads, tombstones, blobs: files, reencodeImage, fetchFile: httpFetchFile() };
}
