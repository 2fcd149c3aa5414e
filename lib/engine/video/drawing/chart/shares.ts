import { type DrawableChart, doesChartShowParts, showsValuesAsShares } from '../drawable-chart.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** The sum of the sizes of some values, whatever their signs. */
const sizeOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);

/** The numbers that are written at the marks of a chart, by series; null: none. */
export const numbersWrittenInChart = (chart: DrawableChart): (readonly (number | null)[])[] =>
  chart.type === 'waterfall'
    ? [barsOfWaterfall(chart).map(({ value }) => value)]
    : chart.series.map(({ values }) => values);

/** The chart with the values that are drawn: with `percent`, shares of the slices or of each stack, 0–1. */
export function chartWithDrawnValues(chart: DrawableChart): DrawableChart {
  if (!showsValuesAsShares(chart)) return chart;
  const wholeAt = (series: DrawableChart['series'][number], category: number): number =>
    doesChartShowParts(chart)
      ? sizeOf(series.values)
      : sizeOf(chart.series.map(({ values }) => values[category] ?? null));
  const series = chart.series.map((each) => ({
    ...each,
    values: each.values.map((value, category) => {
      const whole = wholeAt(each, category);
      return value === null || whole === 0 ? null : value / whole;
    }),
  }));
  return { ...chart, series };
}
