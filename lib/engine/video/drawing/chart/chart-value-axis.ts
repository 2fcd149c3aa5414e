import { scaleLinear } from 'd3-scale';
import { canStackChartSeries, type DrawableChart } from '../drawable-chart.ts';
import { knownChartValues } from './chart-numbers.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** The values along an axis. */
export interface ValueAxis {
  /** The lowest and the highest value of the axis. */
  domain: readonly [number, number];
  /** The values at which the axis has a number, ascending; round, except for the scale of a gauge. */
  ticks: readonly number[];
}

/** About the number of ticks of an axis: d3 chooses round values near to it. */
const TICK_COUNT = 5;
/**
 * A line chart whose lowest value is at least this fraction of its highest has an axis without zero, because changes would be invisible on
 * an axis from zero. Values below zero are compared by their absolute values.
 */
const MIN_FLATNESS = 0.6;

/** The sums of a category upward and downward, for each category of a stacked chart. */
function stackedValues({ categories, series }: DrawableChart): number[] {
  return categories.flatMap((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0);
    const positiveSum = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
    const negativeSum = values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0);
    return [positiveSum, negativeSum];
  });
}

/** Reports whether the values of a category are drawn stacked. */
export const isChartStacked = (chart: DrawableChart): boolean =>
  chart.stacked === true && chart.series.length > 1 && canStackChartSeries(chart);

/** The values at which marks end. */
function drawnValuesOf(chart: DrawableChart): number[] {
  if (chart.type === 'waterfall') return barsOfWaterfall(chart).flatMap(({ from, to }) => [from, to]);
  return isChartStacked(chart) ? stackedValues(chart) : knownChartValues(chart);
}

/** The axis that shows all values and the target of a chart. @param isRound true: it starts and ends with a round value */
export function chartValueAxis(chart: DrawableChart, isRound: boolean): ValueAxis {
  const drawnValues = drawnValuesOf(chart);
  const values = chart.target && drawnValues.length > 0 ? [...drawnValues, chart.target.value] : drawnValues;
  const [low, high] = [Math.min(...values, Number.POSITIVE_INFINITY), Math.max(...values, Number.NEGATIVE_INFINITY)];
  if (values.length === 0 || (low === 0 && high === 0)) return { domain: [0, 1], ticks: isRound ? [0, 1] : [0] };
  const isLineOnOneSide =
    chart.type === 'line' && high > low && Math.min(Math.abs(low), Math.abs(high)) > 0 && low * high > 0;
  if (chart.type === 'scatter') return scatterChartAxis(values);
  const flatness = Math.min(Math.abs(low), Math.abs(high)) / Math.max(Math.abs(low), Math.abs(high));
  const ends =
    isLineOnOneSide && flatness >= MIN_FLATNESS
      ? ([low, high] as const)
      : ([Math.min(0, low), Math.max(0, high)] as const);
  const scale = scaleLinear().domain(ends);
  if (isRound) scale.nice(TICK_COUNT);
  const [from = 0, to = 1] = scale.domain();
  return { domain: [from, to], ticks: scale.ticks(TICK_COUNT).map((tick) => (tick === 0 ? 0 : tick)) };
}

/** The axis of points has zero if the value nearest to zero is less than this part of the value farthest from it. */
const NEAR_ZERO = 0.3;

/** An axis of points: it starts and ends with round values near to theirs, and has zero only if they are near to zero. */
export function scatterChartAxis(values: readonly number[]): ValueAxis {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return { domain: [0, 1], ticks: [0, 1] };
  const [low, high] = [
    lowest > 0 && lowest < NEAR_ZERO * highest ? 0 : lowest,
    highest < 0 && highest > NEAR_ZERO * lowest ? 0 : highest,
  ];
  // If all points have the same value, it is in the middle of the axis.
  const margin = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  const scale = scaleLinear()
    .domain([low - margin, high + margin])
    .nice(TICK_COUNT);
  const [from = 0, to = 1] = scale.domain();
  return { domain: [from, to], ticks: scale.ticks(TICK_COUNT).map((tick) => (tick === 0 ? 0 : tick)) };
}
