import type { TextRange } from '../../../text-range.ts';

/** A part of a word, read by itself: "well", "-" and "known" of "well-known". */
export interface WordPiece extends TextRange {
  text: string;
  /** Part of speech (Penn Treebank). */
  tag: string;
  /** True if a space follows. */
  isFollowedBySpace: boolean;
  /** Phonemes that replace a look-up: the author's, or those of a mark; empty for a sign of money, which is read with its amount. */
  givenPhonemes?: string | undefined;
  /** The sign of money before the amount that ends with this piece. */
  currency?: string | undefined;
}
