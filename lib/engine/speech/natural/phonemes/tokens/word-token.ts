import type { TextRange } from '../../../text-range.ts';

/** A part of a text that has a part of speech: a word, a part of a contraction, a mark. */
export interface WordToken extends TextRange {
  text: string;
  /** White space or the start of other text follows it. */
  isFollowedBySpace: boolean;
}
