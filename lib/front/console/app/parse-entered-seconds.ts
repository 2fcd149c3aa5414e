/** The entered seconds; null for an empty text, undefined for a text that is not a number. */
export function parseEnteredSeconds(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const seconds = Number(text.trim().replace(',', '.'));
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
