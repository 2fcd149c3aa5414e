/** The path at which uploads of images are announced that no slide has yet. */
export const IMAGE_UPLOADS_TARGET = '/uploads';

/** The path at which decks and their PDFs are announced and completed. */
export const DECK_IMPORT_TARGET = '/timelines/import';
