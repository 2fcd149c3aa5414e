import type { SentFileRules } from '#features/uploads/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

/** Media types with which a font can be announced. */
export const FONT_MEDIA_TYPES = ['font/ttf', 'font/otf', 'font/woff2'] as const;

/** Rules for font files of clients: media types, size, error codes. */
export const FONT_FILE_RULES: SentFileRules = {
  noun: 'font',
  field: 'font',
  announced_types: FONT_MEDIA_TYPES,
  accepted_media: [
    'font/*',
    'application/font-sfnt',
    'application/x-font-ttf',
    'application/x-font-otf',
    'application/font-woff2',
  ],
  max_bytes: 10 * 2 ** 20,
  too_large_code: 'font_too_large',
  invalid_code: 'font_invalid',
};

/** The error for a file that is not a font, or a font that cannot be drawn. */
export const invalidFontError = (message: string, cause?: unknown): ServiceError =>
  new ServiceError(FONT_FILE_RULES.invalid_code, message, { param: FONT_FILE_RULES.field, cause });
