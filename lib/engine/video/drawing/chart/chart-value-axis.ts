import { scaleLinear } from 'd3-scale';
import { canStackChartSeries, type DrawableChart } from '../drawable-chart.ts';
import { knownChartValues } from './chart-numbers.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** The values along an axis. */
export interface ValueAxis {
  /** From the lowest to the highest that is drawn. */
  domain: readonly [number, number];
  /** Round values in it. */
  ticks: readonly number[];
}

const TICK_COUNT = 5;
/**
 * A line whose lowest value is at least this fraction of its highest is drawn without zero, because its changes would be invisible on an
 * axis from zero.
 */
const MIN_FLATNESS = 0.6;

/** The sums of a category upward and downward, for each category of a stacked chart. */
function stackedValues({ categories, series }: DrawableChart): number[] {
  return categories.flatMap((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0);
    const up = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
    const down = values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0);
    return [up, down];
  });
}

/** Reports whether the values of a category are drawn stacked. */
export const isChartStacked = (chart: DrawableChart): boolean =>
  chart.stacked === true && chart.series.length > 1 && canStackChartSeries(chart);

/** The ends of all marks. */
function drawnValuesOf(chart: DrawableChart): number[] {
  if (chart.type === 'waterfall') return barsOfWaterfall(chart).flatMap(({ from, to }) => [from, to]);
  return isChartStacked(chart) ? stackedValues(chart) : knownChartValues(chart);
}

/** The axis that shows all values of a chart; `isRound`: it starts and ends with a round value. */
export function chartValueAxis(chart: DrawableChart, isRound: boolean): ValueAxis {
  const drawn = drawnValuesOf(chart);
  const values = chart.target && drawn.length > 0 ? [...drawn, chart.target.value] : drawn;
  const [low, high] = [Math.min(...values, Number.POSITIVE_INFINITY), Math.max(...values, Number.NEGATIVE_INFINITY)];
  if (values.length === 0 || (low === 0 && high === 0)) return { domain: [0, 1], ticks: isRound ? [0, 1] : [0] };
  const isFlat = chart.type === 'line' && high > low && Math.min(Math.abs(low), Math.abs(high)) > 0 && low * high > 0;
  if (chart.type === 'scatter') return scatterChartAxis(values);
  const near = Math.min(Math.abs(low), Math.abs(high)) / Math.max(Math.abs(low), Math.abs(high));
  const withZero =
    isFlat && near >= MIN_FLATNESS ? ([low, high] as const) : ([Math.min(0, low), Math.max(0, high)] as const);
  const scale = scaleLinear().domain(withZero);
  if (isRound) scale.nice(TICK_COUNT);
  const [from = 0, to = 1] = scale.domain();
  return { domain: [from, to], ticks: scale.ticks(TICK_COUNT).map((tick) => (tick === 0 ? 0 : tick)) };
}

/** Points nearer to zero than this part of the highest are shown with zero. */
const NEAR_ZERO = 0.3;

/** The axis of points: it starts and ends with round values near to them, and has zero only where they are near to it. */
export function scatterChartAxis(values: readonly number[]): ValueAxis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return { domain: [0, 1], ticks: [0, 1] };
  const [low, high] = [
    least > 0 && least < NEAR_ZERO * most ? 0 : least,
    most < 0 && most > NEAR_ZERO * least ? 0 : most,
  ];
  // The same value everywhere is in the middle of its axis.
  const around = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  const scale = scaleLinear()
    .domain([low - around, high + around])
    .nice(TICK_COUNT);
  const [from = 0, to = 1] = scale.domain();
  return { domain: [from, to], ticks: scale.ticks(TICK_COUNT).map((tick) => (tick === 0 ? 0 : tick)) };
}
