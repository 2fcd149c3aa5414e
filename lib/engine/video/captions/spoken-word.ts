/** Control characters around the spoken word in the text of a caption. Texts of clients have no control characters. */
const SPOKEN_WORD_START = '\u0002';
const SPOKEN_WORD_END = '\u0003';

/** Marks the characters of a caption from `from` up to `to` (exclusive) as the spoken word. */
export const markSpokenWord = (text: string, from: number, to: number): string =>
  `${text.slice(0, from)}${SPOKEN_WORD_START}${text.slice(from, to)}${SPOKEN_WORD_END}${text.slice(to)}`;

/**
 * A line of a caption in three parts: before, in and after the spoken word. If the spoken word is not in the line, the second and third
 * part are empty.
 */
export interface CaptionLineAroundSpokenWord {
  before: string;
  spoken: string;
  after: string;
}

/** Finds the spoken word in one line of a caption. */
export function splitCaptionAtSpokenWord(line: string): CaptionLineAroundSpokenWord {
  const [before = '', fromSpokenWord = ''] = line.split(SPOKEN_WORD_START);
  const [spoken = '', after = ''] = fromSpokenWord.split(SPOKEN_WORD_END);
  return { before, spoken, after };
}
