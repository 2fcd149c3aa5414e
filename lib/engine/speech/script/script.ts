import type { WrittenToSpokenRange } from '../words/times-of-sentence-words.ts';

/** The stress of a part of a sentence, as in SSML. */
export const SPEECH_EMPHASES = ['strong', 'moderate', 'reduced'] as const;
export type SpeechEmphasis = (typeof SPEECH_EMPHASES)[number];

/** Interpretations of a part of a sentence, as in SSML's `say-as`. */
export const SAY_AS_INTERPRETATIONS = [
  'characters',
  'digits',
  'telephone',
  'cardinal',
  'ordinal',
  'date',
  'time',
] as const;
export type SayAs = (typeof SAY_AS_INTERPRETATIONS)[number];

/** The order of the numbers of a date, or the hours of a time (12 or 24), as in SSML's `format`. */
export const SAY_AS_DATE_FORMATS = [
  'mdy',
  'dmy',
  'ymd',
  'md',
  'dm',
  'ym',
  'my',
  'd',
  'm',
  'y',
  'hms12',
  'hms24',
] as const;
export type SayAsDateFormat = (typeof SAY_AS_DATE_FORMATS)[number];

/** A part of a sentence that is spoken in one way. */
export interface SpokenSentencePart {
  /**
   * The words to speak, without markup and with the lexicon applied. White space between two parts belongs to one of them:
   * a stress may start within a word.
   */
  say: string;
  /** The pronunciation of all of `say`, in IPA; absent, and for engines that read no IPA: by its spelling. */
  phonemes?: string | undefined;
  emphasis?: SpeechEmphasis | undefined;
  as?: SayAs | undefined;
  /** The order in a date or time; absent: the usual one of the language. */
  format?: SayAsDateFormat | undefined;
}

/** Silence within or after a sentence. */
export interface SentenceBreakPart {
  /** Greater than 0, at most 10. */
  break_seconds: number;
}

/** A part of a sentence for an engine: words that are spoken in one way, or silence. */
export type SpeechScriptPart = SpokenSentencePart | SentenceBreakPart;

/** A sentence for an engine: how it is written, and how it is spoken. */
export interface SpeechScriptSentence {
  /** The text in captions: without markup, in the author's spelling. */
  text: string;
  /** In order; breaks may come first and last. At least one part has words; all have at most MAX_SENTENCE_UTF16_UNITS units. */
  parts: SpeechScriptPart[];
  /**
   * The places of the ranges of `text` in the words to speak (all parts concatenated), in order; ranges that are spoken as written are as
   * long as possible. Absent: all is spoken as written.
   */
  ranges?: readonly WrittenToSpokenRange[] | undefined;
  /** It ends a paragraph: the pause after it is longer. */
  ends_paragraph?: boolean | undefined;
}
