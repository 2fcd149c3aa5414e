const SHOWN_CHARACTERS = 140;
/** Characters of an excerpt before the found word. */
const CHARACTERS_BEFORE = 40;

/**
 * The part of a text around the first occurrence of one of the terms, cut between words; the start of the text if there is none.
 * @param terms words in lower case
 */
export function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.min(...terms.map((term) => lower.indexOf(term)).filter((index) => index >= 0), text.length);
  const earliest = at === text.length ? 0 : Math.max(0, at - CHARACTERS_BEFORE);
  const space = text.indexOf(' ', earliest - 1);
  const from = earliest === 0 || space < 0 || space >= at ? Math.min(earliest === 0 ? 0 : at, text.length) : space + 1;
  if (from + SHOWN_CHARACTERS >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from)}`;
  const end = text.lastIndexOf(' ', from + SHOWN_CHARACTERS);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end > from ? end : from + SHOWN_CHARACTERS)} …`;
}
