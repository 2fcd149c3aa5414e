import { IMAGE_FILE_RULES } from '#features/images/image-rules.ts';
import { doesImageSignatureMatchType, imageFactsSchema } from '#features/images/ports.ts';
import type { LogoUploadDeps } from '#features/images/set-logo.ts';
import type { CustomTemplateDeps } from '#features/templates/custom-templates.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { createJitteredBackoff } from '#kernel/shared/wait-before-retry.ts';
import { createUploadDeadlineSignal } from './create-upload-deadline-signal.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';

/** Form of requests to the decoder for a logo. */
const LOGO = {
  medium: 'image',
  rules: IMAGE_FILE_RULES,
  facts: imageFactsSchema,
  isOwnFormat: doesImageSignatureMatchType,
} as const;

/** Dependencies of the operations on custom templates. */
export const customTemplateDeps = lazy((): CustomTemplateDeps => {
  const { templates, fonts, clock } = sharedServices();
  return { templates, fonts, clock, backoff: createJitteredBackoff(Math.random) };
});

/**
 * Dependencies of the upload of a logo.
 * @param deadline of the request
 */
export function uploadLogoDeps(deadline: AbortSignal = createUploadDeadlineSignal()): LogoUploadDeps {
  const { uploads, files, tombstones } = sharedServices();
  const reencodeImage = createSlottedFileDecoder(LOGO, deadline);
  return {
    ...customTemplateDeps(),
    uploads,
    tombstones,
    blobs: files,
    reencodeImage,
    fetchFile: createHttpFileFetcher(),
  };
}
