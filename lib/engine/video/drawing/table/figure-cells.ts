/** A number with its sign, currency and unit as the whole text. */
const FIGURE_PATTERN =
  /^[~≈<>≤≥±+\u2212–-]?\s?(?:\p{Sc}|[A-Z]{3}\s)?\s?[+\u2212–-]?\p{Nd}(?:[\p{Nd}.,'’٫٬\u00a0\u202f ]*\p{Nd})?\s?[\p{L}\p{Sc}%‰٪×°²³/]{0,5}$/u;
/** A cell without a value: empty, dashes, dots, question marks or "n/a". */
const PLACEHOLDER_PATTERN = /^(?:|[-–—−.…?]+|n\/?a|N\/?A)$/u;

/** Reports whether normalized text is a number, with its sign, currency and unit. */
const isFigureCell = (text: string): boolean => FIGURE_PATTERN.test(text);

/**
 * Reports whether a column has figures: at least one of its cells is a number, and the others are numbers or have no value. The first of
 * several columns never counts as one, because it names the rows, even if the names are years.
 */
export function isFigureColumn(cells: readonly string[], column: number, columnCount: number): boolean {
  if (column === 0 && columnCount > 1) return false;
  return cells.some(isFigureCell) && cells.every((cell) => isFigureCell(cell) || PLACEHOLDER_PATTERN.test(cell));
}

/** The decimal separator of a language (BCP 47). */
export function decimalSeparatorOfLanguage(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/**
 * The part of a number after its whole part: decimals and unit; '' for other text. The cells of a column are aligned where these parts start,
 * so that their figures can be compared digit by digit.
 * @param decimalSeparator of the language
 */
export function fractionAndUnitOfNumber(text: string, decimalSeparator: string): string {
  if (!isFigureCell(text)) return '';
  const separatorIndex = text.lastIndexOf(decimalSeparator);
  if (separatorIndex > 0 && /^\p{Nd}/u.test(text.slice(separatorIndex + 1))) return text.slice(separatorIndex);
  return /[^\p{Nd}]*$/u.exec(text)?.[0] ?? '';
}
