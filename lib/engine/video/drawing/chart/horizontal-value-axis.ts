import { type DrawableChart, gaugeRange } from '../drawable-chart.ts';
import { chartTickFormatter, chartValueFormatter } from './chart-numbers.ts';
import { scatterChartAxis, type ValueAxis } from './chart-value-axis.ts';

/** The horizontal axis of points, or the scale of a gauge with its ends and the values that divide it; undefined for other charts. */
export function horizontalValueAxisOf(chart: DrawableChart): ValueAxis | undefined {
  if (chart.type === 'scatter')
    return scatterChartAxis(chart.series.flatMap(({ points = [] }) => points.map(({ x }) => x)));
  if (chart.type !== 'gauge') return undefined;
  const { min, max } = gaugeRange(chart);
  return { domain: [min, max], ticks: [min, ...(chart.thresholds ?? []), max] };
}

/** A function that writes the numbers of such an axis in a language (BCP 47). The unit of a chart is that of its vertical axis. */
export const horizontalChartAxisFormatter = (
  { ticks }: ValueAxis,
  chart: DrawableChart,
  language: string,
): ((value: number) => string) =>
  chart.type === 'scatter' ? chartTickFormatter(ticks, {}, language, true) : scaleFormat(ticks, chart, language);

/** The numbers of a gauge have the decimals that they need, and no unit: the figure has it. */
function scaleFormat(ticks: readonly number[], { format }: DrawableChart, language: string): (value: number) => string {
  const series = [{ name: '', values: ticks }];
  return chartValueFormatter({ type: 'gauge', categories: [], series, format }, language);
}
