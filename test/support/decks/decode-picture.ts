import type { DecodePicture } from '#app/sandbox/isolated-deck-reader.ts';
import { takePage, takePicture } from '#app/sandbox/take-picture.ts';

/** Decodes the pictures of a deck in this process, as the decoder does in its own. */
export const decodePicture: DecodePicture = (kind, bytes, _, crop) =>
  kind === 'page' ? takePage(bytes) : takePicture(bytes, crop);
