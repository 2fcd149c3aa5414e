import type { DecodeDeckPicture } from '#app/sandbox/isolated-deck-reader.ts';
import { encodeDrawnPage, reencodeDeckPicture } from '#app/sandbox/reencode-deck-picture.ts';

/** Decodes the pictures of a deck in this process, as the decoder does in its own. */
export const decodePicture: DecodeDeckPicture = (kind, bytes, _, crop) =>
  kind === 'page' ? encodeDrawnPage(bytes) : reencodeDeckPicture(bytes, crop);
