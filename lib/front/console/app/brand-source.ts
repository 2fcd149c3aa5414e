import { canDrawOriginalLookOfDeckKind, DECK_KINDS, fileEndingsOfDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { acceptedImageMediaType, canDeckComeWithPdf, mediaTypeOfDeckName } from './deck-type.ts';
import { uploadDeckOrPdf, uploadImageFile } from './send-upload.ts';

/** The extensions of decks with a theme, and all pictures, for the `accept` attribute of a file input. */
export const BRAND_FILE_EXTENSIONS = [
  'image/*',
  ...DECK_KINDS.filter(canDrawOriginalLookOfDeckKind).flatMap((kind) =>
    fileEndingsOfDeckKind(kind).map((ending) => `.${ending}`),
  ),
].join(',');

/**
 * Uploads a logo or a deck from which a template is made.
 * @returns the id of the upload
 * @throws Error for a file that is neither a picture nor a deck with a theme
 */
export async function uploadBrandFile(file: File): Promise<string> {
  const imageType = acceptedImageMediaType(file.type);
  if (imageType !== undefined) return uploadImageFile(file, imageType);
  const deckType = canDeckComeWithPdf(file.name) ? mediaTypeOfDeckName(file.name) : undefined;
  if (deckType !== undefined) return uploadDeckOrPdf(file, deckType);
  throw new Error('This file is neither a logo nor a deck with a theme. Use JPEG, PNG, WebP, GIF, AVIF, PPTX or ODP.');
}
