import type { TextRange } from '../../text-range.ts';

/**
 * A word of a text, and how it is spoken. A punctuation mark that the model reads (`;:,.!?—…"()“”`) is a separate word, whose phonemes are
 * the mark. The full stop of an abbreviation at the end of a line is part of the word before it. Silent text (a single apostrophe, letters
 * of a script that the voice does not know) is a word without phonemes, so that the ranges cover all letters of a text.
 */
export interface PhonemeWord extends TextRange {
  /** Phonemes in the model's alphabet; a space separates the words of a number. */
  phonemes: string;
  /** A space follows: the model reads it as the end of a word. */
  isFollowedBySpace: boolean;
}

/** A range of a text whose phonemes are given, in the model's alphabet. */
export interface FixedPhonemes extends TextRange {
  phonemes: string;
}
