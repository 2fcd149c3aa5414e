import { DECK_FORMATS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { IMAGE_FILE_RULES } from '#features/images/public.ts';
import type { SentFileRules } from '#features/uploads/public.ts';

/** The rules for web pages that are fetched: media types, size and error codes. */
export const WEB_PAGE_FILE_RULES: SentFileRules = {
  noun: 'page',
  field: 'url',
  announced_types: ['text/html'],
  accepted_media: ['text/html', 'application/xhtml+xml', 'image/*'],
  max_bytes: 3 * 2 ** 20,
  too_large_code: 'page_invalid',
  invalid_code: 'page_invalid',
};

/** The rules for style sheets of a web page: media types, size and error codes. A longer style sheet is read up to the size limit. */
export const STYLE_SHEET_FILE_RULES: SentFileRules = {
  ...WEB_PAGE_FILE_RULES,
  noun: 'style sheet',
  accepted_media: ['text/css'],
  max_bytes: 2 ** 20,
};

/** The rules for the manifest of a web page: media types, size and error codes. */
export const WEB_MANIFEST_FILE_RULES: SentFileRules = {
  ...WEB_PAGE_FILE_RULES,
  noun: 'manifest',
  accepted_media: ['application/manifest+json', 'application/json'],
  max_bytes: 2 ** 18,
};

/** The rules for logos and icons of a web page: media types, size and error codes. */
export const BRAND_PICTURE_FILE_RULES: SentFileRules = { ...IMAGE_FILE_RULES, max_bytes: 5 * 2 ** 20 };

const DECK_TYPES = [DECK_FORMATS.pptx.mediaType, DECK_FORMATS.odp.mediaType] as const;

/** The rules for decks whose theme is read: media types, size and error codes. */
export const THEME_DECK_FILE_RULES: SentFileRules = {
  noun: 'deck',
  field: 'upload_id',
  announced_types: DECK_TYPES,
  accepted_media: DECK_TYPES,
  max_bytes: DECK_LIMITS.file_bytes,
  too_large_code: 'import_too_large',
  invalid_code: 'import_invalid',
};
