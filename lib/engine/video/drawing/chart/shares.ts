import { type DrawableChart, doesChartShowParts, showsValuesAsShares } from '../drawable-chart.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** The sum of the absolute values of some values; null counts as 0. */
const sumOfAbsoluteValues = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);

/** The numbers that are written at the marks of a chart, by series, then by category; null: no number. */
export const numbersWrittenInChart = (chart: DrawableChart): (readonly (number | null)[])[] =>
  chart.type === 'waterfall'
    ? [barsOfWaterfall(chart).map(({ value }) => value)]
    : chart.series.map(({ values }) => values);

/** The chart with the values that are drawn: with the format `percent`, shares of all slices or of each stack, 0–1. */
export function chartWithValuesAsShares(chart: DrawableChart): DrawableChart {
  if (!showsValuesAsShares(chart)) return chart;
  const totalAt = (series: DrawableChart['series'][number], category: number): number =>
    doesChartShowParts(chart)
      ? sumOfAbsoluteValues(series.values)
      : sumOfAbsoluteValues(chart.series.map(({ values }) => values[category] ?? null));
  const series = chart.series.map((oneSeries) => ({
    ...oneSeries,
    values: oneSeries.values.map((value, category) => {
      const total = totalAt(oneSeries, category);
      return value === null || total === 0 ? null : value / total;
    }),
  }));
  return { ...chart, series };
}
