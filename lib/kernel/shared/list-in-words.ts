/**
 * Words or numbers as a list in a sentence: `a`, `a and b`, `a, b and c`. Empty for an empty list.
 * @param most the most that are named; the number of the others follows: `a, b and 9 more`
 */
export function listInWords(words: readonly (string | number)[], most = Number.POSITIVE_INFINITY): string {
  const others = words.length > most ? [`${words.length - most} more`] : [];
  const all = [...words.slice(0, most), ...others];
  const before = all.slice(0, -1).join(', ');
  return `${before}${before === '' ? '' : ' and '}${all.at(-1) ?? ''}`;
}
