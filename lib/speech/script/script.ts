/** How a stretch of a sentence is stressed, as in SSML. */
export const EMPHASES = ['strong', 'moderate', 'reduced'] as const;
export type Emphasis = (typeof EMPHASES)[number];

/** What a stretch of a sentence is to be read as, as in SSML's `say-as`. */
export const SAY_AS = ['characters', 'digits', 'telephone', 'cardinal', 'ordinal', 'date', 'time'] as const;
export type SayAs = (typeof SAY_AS)[number];

/** In which order the numbers of a date stand (of a time: hours of 12 or 24), as in SSML's `format`. */
export const DATE_FORMATS = ['mdy', 'dmy', 'ymd', 'md', 'dm', 'ym', 'my', 'd', 'm', 'y', 'hms12', 'hms24'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** A stretch of a sentence that is said in one way. */
export interface SpokenPart {
  /**
   * The words to say: no markup is left in them, and words of the author's own lexicon are written out. White space
   * between two parts is part of one of them: a stress may begin within a word.
   */
  say: string;
  emphasis?: Emphasis | undefined;
  as?: SayAs | undefined;
  /** Of a date or time; absent: as the language has it. */
  format?: DateFormat | undefined;
}

/** Silence within or behind a sentence. */
export interface BreakPart {
  /** Greater than 0, at most 10. */
  break_seconds: number;
}

export type ScriptPart = SpokenPart | BreakPart;

/** A sentence of a text that is prepared for an engine: how it is written, and how it is said. */
export interface ScriptSentence {
  /** As captions show it: without markup, as the author spelled it. */
  text: string;
  /** In order; breaks may come first and last. At least one part is spoken, together at most MAX_SENTENCE_LENGTH units. */
  parts: ScriptPart[];
  /** It ends a paragraph: the pause after it is longer. */
  ends_paragraph?: boolean | undefined;
}
