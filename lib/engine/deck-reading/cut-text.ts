const ELLIPSIS = '…';

/**
 * A text of at most `max` characters (code points, as the API counts them), cut at the end of a word where one is near.
 * @returns the text, and whether something is missing
 */
export function cutText(text: string, max: number): { text: string; isCut: boolean } {
  const characters = [...text];
  if (characters.length <= max) return { text, isCut: false };
  const head = characters.slice(0, max - 1).join('');
  const space = head.search(/\s+\S*$/);
  const end = space > head.length * 0.8 ? space : head.length;
  return { text: `${head.slice(0, end)}${ELLIPSIS}`, isCut: true };
}

/** A text in one line, without space around it. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A number with the word for what is counted. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
