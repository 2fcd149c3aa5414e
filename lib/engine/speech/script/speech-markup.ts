import type { SayAs, SayAsDateFormat, SpeechEmphasis } from './script.ts';

/** A part of an author's text that is spoken in one way. */
export interface SpeechTextRun {
  /** The text in captions, with its white space. */
  text: string;
  /** The author's text that is spoken instead (`sub`). */
  say?: string | undefined;
  /** Its pronunciation in IPA, for the words of `say`. */
  phonemes?: string | undefined;
  emphasis?: SpeechEmphasis | undefined;
  as?: SayAs | undefined;
  format?: SayAsDateFormat | undefined;
}

/** A silence of the author. */
export interface SpeechBreak {
  /** Greater than 0. */
  break_seconds: number;
}

/** A forced end of a sentence or paragraph. */
export interface ForcedSentenceEnd {
  ends: 'sentence' | 'paragraph';
}

/** An author's text with its markup parsed, in reading order. */
export type ParsedSpeechText = (SpeechTextRun | SpeechBreak | ForcedSentenceEnd)[];
