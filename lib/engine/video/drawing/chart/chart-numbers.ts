import type { DrawableChart } from '../drawable-chart.ts';

/** The most decimals of values in a chart without `decimals`. */
const MAX_DECIMALS = 2;
/** From this value on, the numbers of an axis are written as 1.2M or 1,2 Mio. */
const COMPACT_FROM = 1e6;

const decimalsOf = (value: number): number => {
  for (let digits = 0; digits < MAX_DECIMALS; digits++)
    if (Math.abs(value - Number(value.toFixed(digits))) < 1e-9 * Math.max(1, Math.abs(value))) return digits;
  return MAX_DECIMALS;
};

/** No minus before a value that is shown as zero. */
const SIGNED = { signDisplay: 'negative' } as const;

/** Replaces the hyphen by a minus sign (U+2212), which is as wide as a plus. */
const withMinus = (text: string): string => text.replace('-', '\u2212');

/** All values of a chart that are known. */
export const knownValues = ({ series }: Pick<DrawableChart, 'series'>): number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null));

/** A function that writes the values of a chart in a language (BCP 47), all with the same decimals, with its unit. */
export function valueFormat(chart: DrawableChart, language: string): (value: number) => string {
  const digits = chart.decimals ?? Math.max(0, ...knownValues(chart).map(decimalsOf));
  const format = new Intl.NumberFormat(language, {
    ...SIGNED,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (value) => `${withMinus(format.format(value))}${chart.unit ?? ''}`;
}

/** The power of ten of a number above 0. The addition corrects logarithms that are rounded below a whole number. */
const powerOf = (value: number): number => Math.floor(Math.log10(value) + 1e-9);

/** A function that writes the numbers of an axis in a language (BCP 47), with the digits that distinguish them; from a million on in compact form. */
export function tickFormat(
  ticks: readonly number[],
  { unit = '' }: Pick<DrawableChart, 'unit'>,
  language: string,
): (value: number) => string {
  const [first = 0, second = 1] = ticks;
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const isLarge = largest >= COMPACT_FROM;
  const step = Math.abs(second - first) || 1;
  const digits = Math.min(10, Math.max(0, -powerOf(step)));
  const format = new Intl.NumberFormat(
    language,
    isLarge
      ? { ...SIGNED, notation: 'compact', maximumSignificantDigits: Math.max(1, powerOf(largest) - powerOf(step) + 1) }
      : { ...SIGNED, minimumFractionDigits: digits, maximumFractionDigits: digits },
  );
  return (value) => `${withMinus(format.format(value))}${unit}`;
}
