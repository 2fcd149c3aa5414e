import { DECK_KINDS, endingsOfKind, isShapeKind } from '#engine/deck-reading/deck-formats.ts';
import type { Schemas } from '#front/client/client.ts';
import { sendFile } from '#front/client/send-file.ts';
import { deckTypeOf, imageTypeOf, takesPdf } from './deck-type.ts';
import { video } from './session.ts';

/** The extensions of decks with a theme, and all pictures, for the `accept` attribute of a file input. */
export const BRAND_ENDINGS = [
  'image/*',
  ...DECK_KINDS.filter(isShapeKind).flatMap((kind) => endingsOfKind(kind).map((ending) => `.${ending}`)),
].join(',');

/** Announces a file as an image or as a deck. */
async function announcedUpload(file: File): Promise<Schemas['PresignedUpload']> {
  const imageType = imageTypeOf(file.type);
  if (imageType !== undefined)
    return (await video().post('/uploads', { body: { content_type: imageType, size_bytes: file.size } })).upload;
  const deckType = takesPdf(file.name) ? deckTypeOf(file.name) : undefined;
  if (deckType === undefined)
    throw new Error(
      'This file is neither a logo nor a deck with a theme. Use JPEG, PNG, WebP, GIF, AVIF, PPTX or ODP.',
    );
  const answer = await video().post('/timelines/import', { body: { content_type: deckType, size_bytes: file.size } });
  if (!('upload' in answer)) throw new Error('The service answered no upload for the file.');
  return answer.upload;
}

/**
 * Uploads a logo or a deck from which a template is made.
 * @returns the id of the upload
 * @throws Error for a file that is neither a picture nor a deck with a theme
 */
export async function sendBrandFile(file: File): Promise<string> {
  const upload = await announcedUpload(file);
  await sendFile(upload, file);
  return upload.id;
}
