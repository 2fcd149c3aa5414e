import type { TextRange } from '../../../text-range.ts';

/** A part of a word that is read as a whole: "well", "-" and "known". */
export interface WordPiece extends TextRange {
  text: string;
  tag: string;
  spaceAfter: boolean;
  /** Phonemes that are not looked up: given ones, marks, and signs of money, which have none. */
  given?: string | undefined;
  /** The sign of money before the amount that ends with this piece. */
  currency?: string | undefined;
}
