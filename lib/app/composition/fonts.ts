import type { FontUploadDeps } from '#features/fonts/custom-fonts.ts';
import { FONT_FILE_RULES } from '#features/fonts/font-rules.ts';
import { storableFontFormatOf } from '#features/fonts/kept-format.ts';
import { fontFactsSchema } from '#features/fonts/ports.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { createUploadDeadlineSignal } from './create-upload-deadline-signal.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { sharedServices } from './services.ts';

/** Form of requests to the decoder for a custom font. */
const FONT_DECODE_TASK = {
  medium: 'font',
  rules: FONT_FILE_RULES,
  facts: fontFactsSchema,
  isOwnFormat: (bytes: Uint8Array) => storableFontFormatOf(bytes) !== undefined,
} as const;

/**
 * Dependencies of the upload of a font.
 * @param deadline of the request
 */
export function uploadFontDeps(deadline: AbortSignal = createUploadDeadlineSignal()): FontUploadDeps {
  const { fonts, uploads, files, tombstones, clock } = sharedServices();
  const readFont = createSlottedFileDecoder(FONT_DECODE_TASK, deadline);
  return { fonts, uploads, tombstones, blobs: files, clock, readFont, fetchFile: createHttpFileFetcher() };
}
