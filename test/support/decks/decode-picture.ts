import type { DecodePicture } from '../../../lib/runtime/read-deck-apart.ts';
import { takePage, takePicture } from '../../../lib/runtime/take-picture.ts';

/** Decodes the pictures of a deck in this process, as the decoder does in its own. */
export const decodePicture: DecodePicture = (kind, bytes) => (kind === 'page' ? takePage(bytes) : takePicture(bytes));
