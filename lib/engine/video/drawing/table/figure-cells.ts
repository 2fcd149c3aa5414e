const FIGURE =
  /^[~≈<>≤≥±+\u2212–-]?\s?(?:\p{Sc}|[A-Z]{3}\s)?\s?[+\u2212–-]?\p{Nd}(?:[\p{Nd}.,'’٫٬\u00a0\u202f ]*\p{Nd})?\s?[\p{L}\p{Sc}%‰٪×°²³/]{0,5}$/u;
const PLACEHOLDER = /^(?:|[-–—−.…?]+|n\/?a|N\/?A)$/u;

/** Reports whether clean text is a number, with its sign, currency and unit. */
const isFigureCell = (text: string): boolean => FIGURE.test(text);

/**
 * Reports whether a column has figures: at least one of its cells is a number, and the others are numbers, empty or a dash. The first of
 * several columns is never one, because it names the rows, even if the names are years.
 */
export function isFigureColumn(cells: readonly string[], column: number, columns: number): boolean {
  if (column === 0 && columns > 1) return false;
  return cells.some(isFigureCell) && cells.every((cell) => isFigureCell(cell) || PLACEHOLDER.test(cell));
}

/** The decimal separator of a language (BCP 47). */
export function decimalSeparatorOfLanguage(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/**
 * The part of a number after its whole part: decimals and unit; empty for other text. The cells of a column are aligned where these parts
 * start, so that their figures can be compared digit by digit.
 */
export function fractionAndUnitOfNumber(text: string, sign: string): string {
  if (!isFigureCell(text)) return '';
  const at = text.lastIndexOf(sign);
  if (at > 0 && /^\p{Nd}/u.test(text.slice(at + 1))) return text.slice(at);
  return /[^\p{Nd}]*$/u.exec(text)?.[0] ?? '';
}
