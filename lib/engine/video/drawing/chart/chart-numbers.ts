import { type DrawableChart, showsValuesAsShares } from '../drawable-chart.ts';
import { chartUnitAffixes } from './unit-place.ts';

/** The most decimals of values in a chart without `decimals`, if its largest value is at least 0.1. */
const USUAL_MAX_DECIMALS = 2;
/** The most decimals in any chart. */
const MAX_DECIMALS = 10;
/** The absolute value from which the numbers of an axis are written as 1.2M or 1,2 Mio. */
const COMPACT_FROM = 1e6;

/** The most decimals of values of which the largest has this absolute value: enough for two digits of it. */
function maxDecimalsUpTo(largest: number): number {
  const leadingZeros = largest > 0 ? Math.ceil(-Math.log10(largest)) : 0;
  return Math.min(MAX_DECIMALS, Math.max(USUAL_MAX_DECIMALS, leadingZeros + 1));
}

/** A deviation of floating-point numbers, as a fraction of the value. */
const FLOAT_DEVIATION = 1e-9;

/** The number of decimals that a value has, at most `max`; deviations of floating-point numbers are ignored. */
const decimalsOf = (value: number, max: number): number => {
  for (let digits = 0; digits < max; digits++)
    if (Math.abs(value - Number(value.toFixed(digits))) <= FLOAT_DEVIATION * Math.abs(value)) return digits;
  return max;
};

/** Options of `Intl.NumberFormat`: no minus before a value that is shown as zero. */
const NO_NEGATIVE_ZERO = { signDisplay: 'negative' } as const;

/** The properties of a chart that decide how its numbers are written. */
type NumberRules = Pick<DrawableChart, 'unit' | 'unit_place' | 'format' | 'decimals'>;

/** A function that writes numbers in a format, with the unit of the chart. A minus sign is written before a unit that precedes its number. */
function numberWriter(format: Intl.NumberFormat, rules: NumberRules, language: string): (value: number) => string {
  // The percent sign takes the place of a unit.
  const { before, after } = rules.format === 'percent' ? { before: '', after: '' } : chartUnitAffixes(rules, language);
  return (value) => {
    // A minus sign (U+2212) is as wide as a plus; a hyphen is not.
    const numberText = format.format(value).replace('-', '\u2212');
    const hasSignBeforeUnit = before !== '' && numberText.startsWith('\u2212');
    return hasSignBeforeUnit ? `\u2212${before}${numberText.slice(1)}${after}` : `${before}${numberText}${after}`;
  };
}

/** All values of a chart that are known; of points, the vertical ones. */
export const knownChartValues = ({ series }: Pick<DrawableChart, 'series'>): number[] =>
  series.flatMap(({ values, points = [] }) => [
    ...values.filter((value) => value !== null),
    ...points.map(({ y }) => y),
  ]);

/** The number of decimals of a chart that does not set `decimals`: the largest number that a value has, 0 for shares of a whole. */
function decimalsOfValues(chart: DrawableChart): number {
  if (showsValuesAsShares(chart)) return 0;
  const values = knownChartValues(chart).map((value) => (chart.format === 'percent' ? value * 100 : value));
  const maxDecimals = maxDecimalsUpTo(Math.max(0, ...values.map(Math.abs)));
  return Math.max(0, ...values.map((value) => decimalsOf(value, maxDecimals)));
}

/** A function that writes the values of a chart in a language (BCP 47), all with the same decimals, with its unit. */
export function chartValueFormatter(chart: DrawableChart, language: string): (value: number) => string {
  if (chart.format === 'compact') {
    const decimals = { maximumFractionDigits: chart.decimals ?? 1 };
    return numberWriter(
      new Intl.NumberFormat(language, { ...NO_NEGATIVE_ZERO, notation: 'compact', ...decimals }),
      chart,
      language,
    );
  }
  const digits = chart.decimals ?? decimalsOfValues(chart);
  const style = chart.format === 'percent' ? ('percent' as const) : ('decimal' as const);
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numberWriter(new Intl.NumberFormat(language, { ...NO_NEGATIVE_ZERO, style, ...decimals }), chart, language);
}

/** The exponent of the power of ten of a number above 0. The addition corrects logarithms that are rounded below a whole number. */
const exponentOf = (value: number): number => Math.floor(Math.log10(value) + 1e-9);

/**
 * A function that writes the numbers of an axis in a language (BCP 47), with the digits that distinguish them; in compact form with the
 * format `compact`, and if the largest is at least a million.
 * @param ticks the numbers, at equal distances
 * @param isPlain true: numbers of four digits have no separator, because they are often years
 */
export function chartTickFormatter(
  ticks: readonly number[],
  rules: NumberRules,
  language: string,
  isPlain = false,
): (value: number) => string {
  const [first = 0, second = 1] = ticks;
  const largestTick = Math.max(0, ...ticks.map(Math.abs));
  const step = Math.abs(second - first) || 1;
  const fixedDecimals = (digits: number) => {
    const decimals = Math.min(10, Math.max(0, digits));
    return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  };
  const compactOptions = {
    notation: 'compact',
    maximumSignificantDigits: Math.max(1, exponentOf(largestTick || 1) - exponentOf(step) + 1),
  } as const;
  const isCompact = rules.format === 'compact' || (rules.format !== 'percent' && largestTick >= COMPACT_FROM);
  const plainOptions =
    rules.format === 'percent'
      ? { style: 'percent' as const, ...fixedDecimals(-exponentOf(step) - 2) }
      : fixedDecimals(-exponentOf(step));
  const groupingOptions = isPlain ? ({ useGrouping: 'min2' } as const) : {};
  return numberWriter(
    new Intl.NumberFormat(language, {
      ...NO_NEGATIVE_ZERO,
      ...(isCompact ? compactOptions : plainOptions),
      ...groupingOptions,
    }),
    rules,
    language,
  );
}
