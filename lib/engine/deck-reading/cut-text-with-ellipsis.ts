const ELLIPSIS = '…';

/** A text is cut at the end of a word if that keeps at least this share of it. */
const MIN_WORD_END = 0.8;

/**
 * Cuts a text to at most `maxCharacters` characters (code points, as the API counts them), the ellipsis included.
 * @returns the text, and whether it was cut
 */
export function cutTextWithEllipsis(text: string, maxCharacters: number): { text: string; isCut: boolean } {
  const characters = [...text];
  if (characters.length <= maxCharacters) return { text, isCut: false };
  const head = characters.slice(0, maxCharacters - 1).join('');
  const space = head.search(/\s+\S*$/);
  const textEnd = space > head.length * MIN_WORD_END ? space : head.length;
  return { text: `${head.slice(0, textEnd)}${ELLIPSIS}`, isCut: true };
}

/** A text on one line: each run of white space becomes one space, and none is left at the ends. */
export const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A number with a noun, such as `2 points`. @param plural the plural of the noun, if it is not regular */
export const countWithNoun = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;
