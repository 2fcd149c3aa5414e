/** A stretch of a text; offsets in UTF-16 units. */
export interface TextRange {
  from: number;
  to: number;
}

/** How a text is said, where that is not as it is written. All offsets are those of the written text. */
export interface SpokenForm {
  /** How long a stretch is, in UTF-16 units: what is said of it or what is written, whichever is more. */
  lengthOf(from: number, to: number): number;
  /** Whether a voice has anything to say of a stretch. */
  hasWords(from: number, to: number): boolean;
  /** Whether what stands around an offset is said as a whole. */
  isInsideUnit(offset: number): boolean;
}

/** Without the white space at both ends. */
export function trimmedRange(text: string, from: number, to: number): TextRange {
  let [first, end] = [from, to];
  while (first < end && SPACE.test(text.charAt(first))) first += 1;
  while (end > first && SPACE.test(text.charAt(end - 1))) end -= 1;
  return { from: first, to: end };
}

const SPACE = /\s/u;

/** UTF-16 units; at three bytes of UTF-8 a unit, a sentence stays under 1,000 bytes in every script. */
export const MAX_SENTENCE_LENGTH = 300;
