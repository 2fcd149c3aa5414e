import type { FontDeps } from '#features/fonts/custom-fonts.ts';
import { FONT_FILE } from '#features/fonts/font-rules.ts';
import { keptFormatOf } from '#features/fonts/kept-format.ts';
import { fontFacts } from '#features/fonts/ports.ts';
import { httpFetchFile } from '#features/uploads/fetch-file.ts';
import { decodedIsolated } from './decoded-isolated.ts';
import { services } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/** Form of requests to the decoder for a font. */
const FONT = {
  medium: 'font',
  kind: FONT_FILE,
  facts: fontFacts,
  isOwnFormat: (bytes: Uint8Array) => keptFormatOf(bytes) !== undefined,
} as const;

/**
 * Dependencies of the upload of a font.
 * @param deadline of the request
 */
export function fontDeps(deadline: AbortSignal = uploadDeadline()): FontDeps {
  const { fonts, uploads, files, tombstones, clock } = services();
  const readFont = decodedIsolated(FONT, deadline);
  return { fonts, uploads, tombstones, blobs: files, clock, readFont, fetchFile: httpFetchFile() };
}
