/** The most characters of an excerpt. */
const SHOWN_CHARACTERS = 140;
/** The most characters of an excerpt before the found word. */
const CHARACTERS_BEFORE = 40;

/**
 * The part of a text around the first occurrence of one of the terms, cut between words; the start of the text if there is none.
 * @param terms words in lower case
 */
export function cutExcerptAroundTerms(text: string, terms: readonly string[]): string {
  const lowerText = text.toLowerCase();
  const matchIndex = Math.min(
    ...terms.map((term) => lowerText.indexOf(term)).filter((index) => index >= 0),
    text.length,
  );
  const earliestStart = matchIndex === text.length ? 0 : Math.max(0, matchIndex - CHARACTERS_BEFORE);
  const spaceIndex = text.indexOf(' ', earliestStart - 1);
  const start =
    earliestStart === 0 || spaceIndex < 0 || spaceIndex >= matchIndex
      ? Math.min(earliestStart === 0 ? 0 : matchIndex, text.length)
      : spaceIndex + 1;
  if (start + SHOWN_CHARACTERS >= text.length) return `${start > 0 ? '… ' : ''}${text.slice(start)}`;
  const end = text.lastIndexOf(' ', start + SHOWN_CHARACTERS);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end > start ? end : start + SHOWN_CHARACTERS)} …`;
}
