/** The entered seconds, with a decimal point or comma; null for an empty text, undefined for a negative number or any other text. */
export function parseEnteredSeconds(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const seconds = Number(text.trim().replace(',', '.'));
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
