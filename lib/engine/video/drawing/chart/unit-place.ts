import type { DrawableChart } from '../drawable-chart.ts';

/** The texts before and after a number; empty if there are none. */
export interface UnitAffixes {
  before: string;
  after: string;
}

/** ISO 4217 codes by the signs that people write for them. */
const CURRENCY_CODES: ReadonlyMap<string, string> = new Map([
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
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The code of a currency that is written as a sign or as its code; undefined if the unit is not a currency. */
const currencyOf = (unit: string): string | undefined =>
  CURRENCY_CODES.get(unit) ?? (KNOWN_CURRENCIES.has(unit) ? unit : undefined);

/** Short words for thousands, millions, billions and trillions next to a currency, as in "M$", "€k" and "Mio. €". */
const MAGNITUDE = 'k|K|M|B|T|m|mn|mln|mld|bn|tn|(?:Tsd|Mio|Mrd)\\.?';
/** The forms of a currency with a magnitude, which is before or after the sign of the currency. */
const SCALED_CURRENCY_FORMS = [
  new RegExp(`^(?<magnitude>${MAGNITUDE})(?<space>\\s?)(?<sign>\\S+)$`, 'u'),
  new RegExp(`^(?<sign>\\S+?)(?<space>\\s?)(?<magnitude>${MAGNITUDE})$`, 'u'),
];

/** Splits a unit such as `M$` into currency and magnitude; undefined for any other unit. */
function scaledCurrency(
  unit: string,
): { sign: string; currency: string; magnitude: string; space: string } | undefined {
  for (const form of SCALED_CURRENCY_FORMS) {
    const { sign = '', magnitude = '', space = '' } = form.exec(unit)?.groups ?? {};
    const currency = currencyOf(sign);
    if (currency) return { sign, currency, magnitude, space: space === '' ? '' : '\u00a0' };
  }
  return undefined;
}

/** The place of the sign of a currency in a number of a language, with the space between them. */
const currencyAffixes = (sign: string, currency: string, language: string): UnitAffixes =>
  signAffixes(sign, 'currency', new Intl.NumberFormat(language, { style: 'currency', currency }).formatToParts(1));

/**
 * The texts around a number in a currency with a magnitude: "$4.4M" if the language has the sign before the number, "4,4 Mio. €" if after
 * it. Undefined if the unit is not a currency with a magnitude.
 */
function affixesOfScaledCurrency(unit: string, language: string): UnitAffixes | undefined {
  const scaled = scaledCurrency(unit);
  if (!scaled) return undefined;
  const { sign, currency, magnitude, space } = scaled;
  const { before } = currencyAffixes(sign, currency, language);
  return before === ''
    ? { before, after: `\u00a0${magnitude}${space}${sign}` }
    : { before, after: `${magnitude.endsWith('.') ? '\u00a0' : ''}${magnitude}` };
}

/** The place of a sign in a number of a language, with the space between them. */
function signAffixes(
  sign: string,
  kind: 'currency' | 'percentSign',
  parts: readonly Intl.NumberFormatPart[],
): UnitAffixes {
  const signIndex = parts.findIndex(({ type }) => type === kind);
  const numberIndex = parts.findIndex(({ type }) => type === 'integer');
  const textBetween = parts
    .slice(Math.min(signIndex, numberIndex) + 1, Math.max(signIndex, numberIndex))
    .filter(({ type }) => type === 'literal')
    .map(({ value }) => value)
    .join('');
  const space = /\s/u.test(textBetween) ? '\u00a0' : '';
  return signIndex < numberIndex ? { before: `${sign}${space}`, after: '' } : { before: '', after: `${space}${sign}` };
}

/**
 * The texts that the unit of a chart adds to a number in a language (BCP 47). With `auto`, currencies and the percent sign are placed as
 * usual in the language ("$5", "5 €", "$5M", "5 Mio. €"), and other units follow the number unchanged.
 */
export function chartUnitAffixes(
  { unit = '', unit_place = 'auto' }: Pick<DrawableChart, 'unit' | 'unit_place'>,
  language: string,
): UnitAffixes {
  const sign = unit.trim();
  if (unit_place === 'before') return { before: unit, after: '' };
  if (unit_place === 'after') return { before: '', after: unit };
  if (sign === '%')
    return signAffixes(sign, 'percentSign', new Intl.NumberFormat(language, { style: 'percent' }).formatToParts(1));
  const currency = currencyOf(sign);
  if (!currency) return affixesOfScaledCurrency(sign, language) ?? { before: '', after: unit };
  const affixes = currencyAffixes(sign, currency, language);
  // A code of letters needs a space before the figure in any language.
  return /^\p{L}+$/u.test(sign) && affixes.before === sign ? { before: `${sign}\u00a0`, after: '' } : affixes;
}
