/** A range of a text; offsets in UTF-16 units, `to` exclusive. */
export interface TextRange {
  from: number;
  to: number;
}

/** Spoken form of a text where it differs from the written one. All offsets are those of the written text. */
export interface SpokenFormLookup {
  /** Length of a range in UTF-16 units: of its spoken or its written form, whichever is longer. */
  lengthOf(from: number, to: number): number;
  /** Reports whether a voice speaks any word of a range. */
  hasWords(from: number, to: number): boolean;
  /** Reports whether an offset is inside a unit that is spoken as a whole. */
  isInsideUnit(offset: number): boolean;
  /** Reports whether a unit ends at an offset with a full stop that is not one of a sentence: "approx.", "3.". */
  isAfterShortening(offset: number): boolean;
}

/** A range without the white space at both ends. */
export function trimRange(text: string, from: number, to: number): TextRange {
  let [start, end] = [from, to];
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return { from: start, to: end };
}

const SPACE = /\s/u;

/** Maximum length of a sentence, in UTF-16 units. At three bytes of UTF-8 per unit, a sentence stays under 1,000 bytes in every script. */
export const MAX_SENTENCE_UTF16_UNITS = 300;
