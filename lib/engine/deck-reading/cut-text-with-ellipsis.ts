const ELLIPSIS = '…';

/** A text is cut at the end of a word if that keeps at least this share of it. */
const MIN_WORD_END = 0.8;

/**
 * Cuts a text to at most `max` characters (code points, as the API counts them), the ellipsis included.
 * @returns the text, and whether it was cut
 */
export function cutTextWithEllipsis(text: string, max: number): { text: string; isCut: boolean } {
  const characters = [...text];
  if (characters.length <= max) return { text, isCut: false };
  const head = characters.slice(0, max - 1).join('');
  const space = head.search(/\s+\S*$/);
  const end = space > head.length * MIN_WORD_END ? space : head.length;
  return { text: `${head.slice(0, end)}${ELLIPSIS}`, isCut: true };
}

/** A text on one line: each run of white space becomes one space, and none is left at the ends. */
export const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A number with a noun, such as `2 points`. @param many the plural of the noun, if it is not regular */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
