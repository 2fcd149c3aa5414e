import { IMAGE_FILE_KIND } from '#features/images/image-rules.ts';
import { imageFactsSchema, isImageFormat } from '#features/images/ports.ts';
import type { LogoUploadDeps } from '#features/images/set-logo.ts';
import type { CustomTemplateDeps } from '#features/templates/custom-templates.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { backoff } from '#kernel/shared/backoff.ts';
import { createIsolatedDecoding } from './decoded-isolated.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/** Form of requests to the decoder for a logo. */
const LOGO = { medium: 'image', kind: IMAGE_FILE_KIND, facts: imageFactsSchema, isOwnFormat: isImageFormat } as const;

/** Dependencies of the operations on custom templates. */
export const customTemplateDeps = lazy((): CustomTemplateDeps => {
  const { templates, fonts, clock } = sharedServices();
  return { templates, fonts, clock, backoff: backoff(Math.random) };
});

/**
 * Dependencies of the upload of a logo.
 * @param deadline of the request
 */
export function uploadLogoDeps(deadline: AbortSignal = uploadDeadline()): LogoUploadDeps {
  const { uploads, files, tombstones } = sharedServices();
  const reencodeImage = createIsolatedDecoding(LOGO, deadline);
  return {
    ...customTemplateDeps(),
    uploads,
    tombstones,
    blobs: files,
    reencodeImage,
    fetchFile: createHttpFileFetcher(),
  };
}
