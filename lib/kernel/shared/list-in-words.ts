/**
 * Words or numbers as a list in a sentence: `a`, `a and b`, `a, b and c`. Empty for an empty list.
 * @param maxNamed the maximum number of entries that are named; the number of the others follows: `a, b and 9 more`
 */
export function listInWords(words: readonly (string | number)[], maxNamed = Number.POSITIVE_INFINITY): string {
  const remainder = words.length > maxNamed ? [`${words.length - maxNamed} more`] : [];
  const parts = [...words.slice(0, maxNamed), ...remainder];
  const leadingParts = parts.slice(0, -1).join(', ');
  return `${leadingParts}${leadingParts === '' ? '' : ' and '}${parts.at(-1) ?? ''}`;
}
