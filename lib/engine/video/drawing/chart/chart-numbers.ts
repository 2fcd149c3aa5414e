import { type DrawableChart, showsValuesAsShares } from '../drawable-chart.ts';
import { chartUnitAffixes } from './unit-place.ts';

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

type NumberRules = Pick<DrawableChart, 'unit' | 'unit_place' | 'format' | 'decimals'>;

/** A function that writes numbers by the rules of a format, with a unit; a sign stands before a unit that is before its number. */
function writer(format: Intl.NumberFormat, rules: NumberRules, language: string): (value: number) => string {
  // The percent sign takes the place of a unit.
  const { before, after } = rules.format === 'percent' ? { before: '', after: '' } : chartUnitAffixes(rules, language);
  return (value) => {
    // A minus sign (U+2212) is as wide as a plus; a hyphen is not.
    const text = format.format(value).replace('-', '\u2212');
    const signed = before !== '' && text.startsWith('\u2212');
    return signed ? `\u2212${before}${text.slice(1)}${after}` : `${before}${text}${after}`;
  };
}

/** All values of a chart that are known; of points, the vertical ones. */
export const knownChartValues = ({ series }: Pick<DrawableChart, 'series'>): number[] =>
  series.flatMap(({ values, points = [] }) => [
    ...values.filter((value) => value !== null),
    ...points.map(({ y }) => y),
  ]);

/** The decimals of the values of a chart, if the chart does not set `decimals`. Shares of a whole have none. */
function usualDecimals(chart: DrawableChart): number {
  if (showsValuesAsShares(chart)) return 0;
  const isPercent = chart.format === 'percent';
  return Math.max(0, ...knownChartValues(chart).map((value) => decimalsOf(isPercent ? value * 100 : value)));
}

/** A function that writes the values of a chart in a language (BCP 47), all with the same decimals, with its unit. */
export function chartValueFormatter(chart: DrawableChart, language: string): (value: number) => string {
  if (chart.format === 'compact') {
    const most = { maximumFractionDigits: chart.decimals ?? 1 };
    return writer(new Intl.NumberFormat(language, { ...SIGNED, notation: 'compact', ...most }), chart, language);
  }
  const digits = chart.decimals ?? usualDecimals(chart);
  const style = chart.format === 'percent' ? ('percent' as const) : ('decimal' as const);
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return writer(new Intl.NumberFormat(language, { ...SIGNED, style, ...fraction }), chart, language);
}

/** The power of ten of a number above 0. The addition corrects logarithms that are rounded below a whole number. */
const powerOf = (value: number): number => Math.floor(Math.log10(value) + 1e-9);

/**
 * A function that writes the numbers of an axis in a language (BCP 47), with the digits that distinguish them; from a million on, and with
 * `compact`, in compact form. `isPlain`: numbers of four digits have no separator, since they are often years.
 */
export function chartTickFormatter(
  ticks: readonly number[],
  rules: NumberRules,
  language: string,
  isPlain = false,
): (value: number) => string {
  const [first = 0, second = 1] = ticks;
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const step = Math.abs(second - first) || 1;
  const fractionOf = (digits: number) => {
    const bounded = Math.min(10, Math.max(0, digits));
    return { minimumFractionDigits: bounded, maximumFractionDigits: bounded };
  };
  const compact = {
    notation: 'compact',
    maximumSignificantDigits: Math.max(1, powerOf(largest || 1) - powerOf(step) + 1),
  } as const;
  const isCompact = rules.format === 'compact' || (rules.format !== 'percent' && largest >= COMPACT_FROM);
  const usual =
    rules.format === 'percent'
      ? { style: 'percent' as const, ...fractionOf(-powerOf(step) - 2) }
      : fractionOf(-powerOf(step));
  const grouped = isPlain ? ({ useGrouping: 'min2' } as const) : {};
  return writer(
    new Intl.NumberFormat(language, { ...SIGNED, ...(isCompact ? compact : usual), ...grouped }),
    rules,
    language,
  );
}
