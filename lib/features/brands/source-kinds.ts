import { DECK_FORMATS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { IMAGE_FILE_KIND } from '#features/images/public.ts';
import type { SentFileKind } from '#features/uploads/public.ts';

/** The kind of file that a web page is. */
export const WEB_PAGE_FILE_KIND: SentFileKind = {
  noun: 'page',
  field: 'url',
  types: ['text/html'],
  media: ['text/html', 'application/xhtml+xml', 'image/*'],
  max_bytes: 3 * 2 ** 20,
  too_large: 'page_invalid',
  invalid: 'page_invalid',
};

/** Style sheets of a page. A longer one is read up to this limit. */
export const STYLE_SHEET_FILE_KIND: SentFileKind = {
  ...WEB_PAGE_FILE_KIND,
  noun: 'style sheet',
  media: ['text/css'],
  max_bytes: 2 ** 20,
};

/** The manifest of a page. */
export const WEB_MANIFEST_FILE_KIND: SentFileKind = {
  ...WEB_PAGE_FILE_KIND,
  noun: 'manifest',
  media: ['application/manifest+json', 'application/json'],
  max_bytes: 2 ** 18,
};

/** Logos and icons of a page. */
export const BRAND_PICTURE_FILE_KIND: SentFileKind = { ...IMAGE_FILE_KIND, max_bytes: 5 * 2 ** 20 };

const DECK_TYPES = [DECK_FORMATS.pptx.mediaType, DECK_FORMATS.odp.mediaType] as const;

/** Decks with a theme. */
export const THEME_DECK_FILE_KIND: SentFileKind = {
  noun: 'deck',
  field: 'upload_id',
  types: DECK_TYPES,
  media: DECK_TYPES,
  max_bytes: DECK_LIMITS.file_bytes,
  too_large: 'import_too_large',
  invalid: 'import_invalid',
};
