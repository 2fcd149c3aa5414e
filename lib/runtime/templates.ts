import { IMAGE_FILE } from '../images/image-rules.ts';
import { imageFacts, isImageFormat } from '../images/ports.ts';
import type { LogoDeps } from '../images/set-logo.ts';
import { backoff } from '../shared/backoff.ts';
import type { OwnTemplateDeps } from '../templates/own-templates.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import { decodedApart } from './decode-apart.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

const LOGO = { medium: 'image', kind: IMAGE_FILE, facts: imageFacts, isOwnFormat: isImageFormat } as const;

export const ownTemplateDeps = lazy((): OwnTemplateDeps => {
  const { templates, fonts, clock } = services();
  return { templates, fonts, clock, backoff: backoff(Math.random) };
});

/**
 * Dependencies of the upload of a logo.
 * @param deadline of the request
 */
export function logoDeps(deadline: AbortSignal = uploadDeadline()): LogoDeps {
  const { uploads, files, tombstones } = services();
  const reencodeImage = decodedApart(LOGO, deadline);
  return { ...ownTemplateDeps(), uploads, tombstones, blobs: files, reencodeImage, fetchFile: httpFetchFile() };
}
