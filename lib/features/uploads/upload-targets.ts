/** The path at which uploads of images and videos are announced before a slide names them. */
export const IMAGE_UPLOAD_PATH = '/uploads';

/** The path at which decks and their PDFs are announced and completed. */
export const DECK_IMPORT_UPLOAD_PATH = '/timelines/import';
