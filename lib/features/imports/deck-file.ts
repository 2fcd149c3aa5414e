import { DECK_FORMATS, DECK_MEDIA_TYPES } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import type { SentFileRules } from '#features/uploads/public.ts';

/** The rules for deck files of clients: media types, size, error codes. */
export const DECK_FILE_RULES: SentFileRules = {
  noun: 'deck',
  field: 'file',
  announced_types: DECK_MEDIA_TYPES,
  accepted_media: DECK_MEDIA_TYPES,
  max_bytes: DECK_LIMITS.file_bytes,
  too_large_code: 'import_too_large',
  invalid_code: 'import_invalid',
};

/** The rules for the PDF of a deck that is sent with the deck. */
export const DECK_PDF_FILE_RULES: SentFileRules = {
  ...DECK_FILE_RULES,
  noun: 'PDF',
  field: 'pdf',
  announced_types: [DECK_FORMATS.pdf.mediaType],
  accepted_media: [DECK_FORMATS.pdf.mediaType],
};
