import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { canStackChartSeries, type DrawableChart } from '../drawable-chart.ts';
import { knownChartValues } from './chart-numbers.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** The range of an axis, and the values that are written along it. */
export interface ValueAxis {
  /** The lowest and the highest value of the axis. */
  domain: readonly [number, number];
  /** The values at which the axis has a number, ascending; round, except for the scale of a gauge. */
  ticks: readonly number[];
}

/** The approximate number of ticks of an axis: d3 chooses round values. */
const TICK_COUNT = 5;
/**
 * A line chart whose lowest value is at least this fraction of its highest has an axis without zero, because changes would be invisible on
 * an axis from zero. Values below zero are compared by their absolute values.
 */
const MIN_FLATNESS = 0.6;

/** For each category of a stacked chart, the sum of its positive values and that of its negative values. */
function stackedValues({ categories, series }: DrawableChart): number[] {
  return categories.flatMap((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0);
    const positiveSum = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
    const negativeSum = values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0);
    return [positiveSum, negativeSum];
  });
}

/** Reports whether the values of each category are stacked. */
export const isChartStacked = (chart: DrawableChart): boolean =>
  chart.stacked === true && chart.series.length > 1 && canStackChartSeries(chart);

/** The values at which marks end. */
function drawnValuesOf(chart: DrawableChart): number[] {
  if (chart.type === 'waterfall') return barsOfWaterfall(chart).flatMap(({ from, to }) => [from, to]);
  return isChartStacked(chart) ? stackedValues(chart) : knownChartValues(chart);
}

const axisOfScale = (scale: ScaleLinear<number, number>): ValueAxis => {
  const [low = 0, high = 1] = scale.domain();
  return { domain: [low, high], ticks: scale.ticks(TICK_COUNT) };
};

/**
 * The axis that shows all values of a chart, and its target.
 * @param hasRoundEnds true: it starts and ends with a round value; that of a scatter chart always does
 */
export function chartValueAxis(chart: DrawableChart, hasRoundEnds: boolean): ValueAxis {
  const drawnValues = drawnValuesOf(chart);
  const values = chart.target && drawnValues.length > 0 ? [...drawnValues, chart.target.value] : drawnValues;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0 || (low === 0 && high === 0)) return { domain: [0, 1], ticks: hasRoundEnds ? [0, 1] : [0] };
  if (chart.type === 'scatter') return scatterChartAxis(values);
  const isLineOnOneSide = chart.type === 'line' && high > low && low * high > 0;
  const flatness = Math.min(Math.abs(low), Math.abs(high)) / Math.max(Math.abs(low), Math.abs(high));
  const ends =
    isLineOnOneSide && flatness >= MIN_FLATNESS
      ? ([low, high] as const)
      : ([Math.min(0, low), Math.max(0, high)] as const);
  const scale = scaleLinear().domain(ends);
  if (hasRoundEnds) scale.nice(TICK_COUNT);
  return axisOfScale(scale);
}

/** An axis of points includes zero if the value nearest to zero is less than this fraction of the value farthest from it. */
const MAX_NEAR_ZERO_FRACTION = 0.3;

/** An axis of points: it starts and ends with round values near to theirs, and includes zero only if they are near to it. */
export function scatterChartAxis(values: readonly number[]): ValueAxis {
  if (values.length === 0) return { domain: [0, 1], ticks: [0, 1] };
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const [low, high] = [
    lowest > 0 && lowest < MAX_NEAR_ZERO_FRACTION * highest ? 0 : lowest,
    highest < 0 && highest > MAX_NEAR_ZERO_FRACTION * lowest ? 0 : highest,
  ];
  // If all points have the same value, it is in the middle of the axis.
  const margin = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  return axisOfScale(
    scaleLinear()
      .domain([low - margin, high + margin])
      .nice(TICK_COUNT),
  );
}
