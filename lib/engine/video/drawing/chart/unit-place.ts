import type { DrawableChart } from '../drawable-chart.ts';

/** Texts around a number; empty: none. */
export interface Affixes {
  before: string;
  after: string;
}

/** ISO 4217 codes by the signs that people write for them. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['R$', 'BRL'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['kr', 'SEK'],
  ['Fr.', 'CHF'],
]);

/** The currencies of ISO 4217 that the runtime knows. */
const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The code of a currency that is written as a sign or as its code; undefined: the unit is none. */
const currencyOf = (unit: string): string | undefined => CODES.get(unit) ?? (KNOWN.has(unit) ? unit : undefined);

/** The place of a sign in a number of a language, with the space between them. */
function habitOf(sign: string, kind: 'currency' | 'percentSign', parts: readonly Intl.NumberFormatPart[]): Affixes {
  const at = parts.findIndex(({ type }) => type === kind);
  const number = parts.findIndex(({ type }) => type === 'integer');
  const between = parts
    .slice(Math.min(at, number) + 1, Math.max(at, number))
    .filter(({ type }) => type === 'literal')
    .map(({ value }) => value)
    .join('');
  const space = /\s/u.test(between) ? '\u00a0' : '';
  return at < number ? { before: `${sign}${space}`, after: '' } : { before: '', after: `${space}${sign}` };
}

/**
 * The texts that the unit of a chart adds to a number in a language (BCP 47). With `auto`, currencies and the percent sign stand
 * where the language has them ("$5", "5 €"), and other units after the number as they were written.
 */
export function unitAffixes(
  { unit = '', unit_place = 'auto' }: Pick<DrawableChart, 'unit' | 'unit_place'>,
  language: string,
): Affixes {
  const sign = unit.trim();
  if (unit_place === 'before') return { before: unit, after: '' };
  if (unit_place === 'after') return { before: '', after: unit };
  if (sign === '%')
    return habitOf(sign, 'percentSign', new Intl.NumberFormat(language, { style: 'percent' }).formatToParts(1));
  const currency = currencyOf(sign);
  if (!currency) return { before: '', after: unit };
  const parts = new Intl.NumberFormat(language, { style: 'currency', currency }).formatToParts(1);
  const habit = habitOf(sign, 'currency', parts);
  // A code of letters needs a space before the figure in any language.
  return /^\p{L}+$/u.test(sign) && habit.before === sign ? { before: `${sign}\u00a0`, after: '' } : habit;
}
