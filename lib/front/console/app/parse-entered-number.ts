/**
 * The number in a text that a user entered, with a decimal point or comma, and spaces between thousands. Null for an empty text, undefined
 * for a text that is not a number.
 */
export function parseEnteredNumber(text: string): number | null | undefined {
  const compact = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace('−', '-');
  if (compact === '') return null;
  const withDecimalPoint = /^-?\d+,\d+$/.test(compact) ? compact.replace(',', '.') : compact;
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(withDecimalPoint) ? Number(withDecimalPoint) : undefined;
}
