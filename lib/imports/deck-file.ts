import { DECK_LIMITS } from '../deck-reading/deck-limits.ts';
import type { FileKind } from '../uploads/public.ts';

/** Media types of the decks that are taken. */
export const DECK_TYPES = [
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/pdf',
  'text/markdown',
  'application/zip',
] as const;

/** A deck that a client sends. */
export const DECK_FILE: FileKind = {
  noun: 'deck',
  field: 'file',
  types: DECK_TYPES,
  media: DECK_TYPES,
  max_bytes: DECK_LIMITS.file_bytes,
  too_large: 'import_too_large',
  invalid: 'import_invalid',
};

/** The PDF of a deck, beside it. */
export const DECK_PDF: FileKind = {
  ...DECK_FILE,
  noun: 'PDF',
  field: 'pdf',
  types: ['application/pdf'],
  media: ['application/pdf'],
};
