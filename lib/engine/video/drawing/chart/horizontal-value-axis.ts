import { type DrawableChart, gaugeRange } from '../drawable-chart.ts';
import { chartTickFormatter, chartValueFormatter } from './chart-numbers.ts';
import { scatterChartAxis, type ValueAxis } from './chart-value-axis.ts';

/** The horizontal axis of points, or the scale of a gauge with its ends and the values that divide it; undefined for other charts. */
export function findHorizontalValueAxis(chart: DrawableChart): ValueAxis | undefined {
  if (chart.type === 'scatter')
    return scatterChartAxis(chart.series.flatMap(({ points = [] }) => points.map(({ x }) => x)));
  if (chart.type !== 'gauge') return undefined;
  const { min, max } = gaugeRange(chart);
  return { domain: [min, max], ticks: [min, ...(chart.thresholds ?? []), max] };
}

/** A function that writes the numbers of the axis of `findHorizontalValueAxis` in a language (BCP 47), without the unit of the chart. */
export const horizontalChartAxisFormatter = (
  { ticks }: ValueAxis,
  chart: DrawableChart,
  language: string,
): ((value: number) => string) =>
  chart.type === 'scatter'
    ? chartTickFormatter(ticks, {}, language, true)
    : gaugeScaleFormatter(ticks, chart, language);

/** A function that writes the numbers of a gauge: with the decimals that they need, and without the unit, which the figure has. */
function gaugeScaleFormatter(
  ticks: readonly number[],
  { format }: DrawableChart,
  language: string,
): (value: number) => string {
  const series = [{ name: '', values: ticks }];
  return chartValueFormatter({ type: 'gauge', categories: [], series, format }, language);
}
