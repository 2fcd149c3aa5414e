import type { DateFormat, Emphasis, SayAs } from './script.ts';

/** A stretch of an author's text that is said in one way. */
export interface MarkedRun {
  /** As captions show it; white space as it was written. */
  text: string;
  /** What is said in its place, as the author put it there (`sub`). */
  say?: string | undefined;
  emphasis?: Emphasis | undefined;
  as?: SayAs | undefined;
  format?: DateFormat | undefined;
}

/** A silence that the author put there. */
export interface MarkedBreak {
  /** Greater than 0. */
  break_seconds: number;
}

/** A place where a sentence ends, whatever the words around it say. */
export interface MarkedEnd {
  ends: 'sentence' | 'paragraph';
}

/** An author's text without its markup, and what the markup said of it; in reading order. */
export type MarkedText = (MarkedRun | MarkedBreak | MarkedEnd)[];
