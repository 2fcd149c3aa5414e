import { area, line } from 'd3-shape';
import type { DrawableChart } from '../drawable-chart.ts';
import { barEntranceShapeOf, lineChartEntrance } from './bar-entrance-shape-of.ts';
import type { ChartSvgShape, TypesetChart } from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';
import { barMarkForm, svgShapeOfMarkForm } from './mark-forms.ts';
import { discSvg, filledBoxSvg, pathSvg } from './svg-shapes.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** The plot of a chart whose values run upward (columns, lines, areas); pixels. */
export interface ChartPlot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The middles of the categories. */
  centers: readonly number[];
  /** Width of a category. */
  step: number;
  /** Returns the y of a value. */
  yOf(value: number): number;
  /** The unit of the slide. */
  unit: number;
  /** Radius of the corners of bars. */
  radius: number;
}

/** A bar of one value. */
export interface ValueBar {
  /** Index of the series or slice that it appears with. */
  part: number;
  series: number;
  category: number;
  value: number;
  /** The values between which the bar is drawn, `from` the one where it starts: zero, or the end of the bar before it. */
  from: number;
  to: number;
  /** Across its direction, from the first edge of the plot; pixels. */
  offset: number;
  thickness: number;
}

/** The fraction of a category without bars. */
const CATEGORY_GAP = 0.32;
/** The fraction of a bar's room that separates it from the next bar of its category. */
const BAR_GAP = 0.08;
/** Largest thickness of a bar, width of a line, and radius of its points, fractions of the unit. */
const MAX_THICKNESS = 0.13;
const LINE_WIDTH = 0.0062;
const POINT_RADIUS = 0.0095;
/** The point of a highlighted category is larger by this factor. */
const LIT_POINT = 1.9;
/** Lines with more points have marks only at single and highlighted points. */
const MAX_POINTS = 16;
/** Opacity of an area that is not stacked. */
const AREA_OPACITY = 0.28;

/** The bars of a waterfall: each from the sum before it to the sum after it, or, for a total, from zero. */
function waterfallBars(chart: DrawableChart, step: number, unit: number): ValueBar[] {
  const thickness = Math.min(step * (1 - CATEGORY_GAP), MAX_THICKNESS * unit);
  return barsOfWaterfall(chart).map(({ from, to, value }, category): ValueBar => {
    const offset = (category + 0.5) * step - thickness / 2;
    return { part: category, series: 0, category, value, from, to, offset, thickness };
  });
}

/** The bars of all known values, side by side or stacked; a value of null has no bar. @param step room of a category, in pixels */
export function valueBarsOf(chart: DrawableChart, step: number, unit: number): ValueBar[] {
  if (chart.type === 'waterfall') return waterfallBars(chart, step, unit);
  const isStacked = isChartStacked(chart);
  const { categories } = chart;
  const series = chart.type === 'combo' ? chart.series.slice(0, -1) : chart.series;
  const barsPerCategory = isStacked ? 1 : series.length;
  const barPitch = Math.min((step * (1 - CATEGORY_GAP)) / barsPerCategory, MAX_THICKNESS * unit);
  const thickness = barsPerCategory > 1 ? barPitch * (1 - BAR_GAP) : barPitch;
  return categories.flatMap((_, category) => {
    let [positiveSum, negativeSum] = [0, 0];
    return series.flatMap(({ values }, part): ValueBar[] => {
      const value = values[category];
      if (value === undefined || value === null) return [];
      const from = isStacked ? (value < 0 ? negativeSum : positiveSum) : 0;
      if (isStacked && value < 0) negativeSum += value;
      else if (isStacked) positiveSum += value;
      const slotStart = (category + 0.5) * step + ((isStacked ? 0 : part) - barsPerCategory / 2) * barPitch;
      const offset = slotStart + (barPitch - thickness) / 2;
      return [{ part, series: part, category, value, from, to: from + value, offset, thickness }];
    });
  });
}

/** A chart with the colours of its marks. */
type ColoredChart = Pick<TypesetChart, 'data' | 'colors' | 'fillOf' | 'isLit'>;

/** The columns of a chart with their forms and entrances. */
export function columnMarks({ data, fillOf }: ColoredChart, plot: ChartPlot): ChartSvgShape[] {
  const isStacked = isChartStacked(data);
  const bars = valueBarsOf(data, plot.step, plot.unit);
  return bars.map((bar) => {
    const { part, category, from, to, offset, thickness } = bar;
    const [fromY, toY] = [plot.yOf(from), plot.yOf(to)];
    const gap = isStacked && from !== 0 ? Math.min(Math.max(1, plot.unit * 0.002), Math.abs(fromY - toY) / 2) : 0;
    const top = Math.min(fromY, toY) + (to < from ? gap : 0);
    const height = Math.max(Math.abs(fromY - toY) - gap, to === from ? 0 : 1);
    const end = to < from ? 'bottom' : 'top';
    const radius = isStacked ? 0 : plot.radius;
    const color = fillOf(part, category);
    const box = { x: plot.left + offset, y: top, width: thickness, height };
    const entrance = { box, turn: category, shape: barEntranceShapeOf(bars, bar, end, plot.yOf, radius) };
    const [start, tip] = to < from ? [top, top + height] : [top + height, top];
    const barPlace = { start, end: tip, offset: box.x, thickness, radius };
    return {
      part,
      ...svgShapeOfMarkForm(barMarkForm(`column ${part} ${category}`, barPlace, color, true)),
      entrance,
    };
  });
}

/** A point of a line or an area: its x, the y of its base and the y of its value, in pixels. */
interface LinePoint {
  x: number;
  low: number;
  high: number;
  isKnown: boolean;
}

/**
 * The points of each series, counted from the base line, or from the series before where series are stacked: above an unknown value, the
 * heights of further series are unknown as well.
 */
function pointsOf(chart: DrawableChart, plot: ChartPlot): LinePoint[][] {
  const isStacked = isChartStacked(chart);
  const sums = chart.categories.map((): number | null => 0);
  return chart.series.map(({ values }) =>
    chart.categories.map((_, i): LinePoint => {
      const value = values[i] ?? null;
      const base = isStacked ? (sums[i] ?? null) : 0;
      const top = value === null || base === null ? null : base + value;
      if (isStacked) sums[i] = top;
      const x = plot.centers[i] ?? 0;
      return { x, low: plot.yOf(base ?? 0), high: plot.yOf(top ?? 0), isKnown: top !== null };
    }),
  );
}

/** The number of numbers of a point in the form of a line: x, the lower and the upper y, and the radius of its mark, 0 without one. */
const NUMBERS_OF_POINT = 4;

/** A line or an area to be drawn. */
interface LineLook {
  isArea: boolean;
  isStacked: boolean;
  /** True for each point that is known. */
  isKnownByPoint: readonly boolean[];
}

const linePath = line<LinePoint>(
  ({ x }) => x,
  ({ high }) => high,
).defined(({ isKnown }) => isKnown);
const areaPath = area<LinePoint>(
  ({ x }) => x,
  ({ low }) => low,
  ({ high }) => high,
).defined(({ isKnown }) => isKnown);

/** Draws a line or an area. The numbers are the width of the line, then those of its points. */
function lineSvg(
  { isArea, isStacked, isKnownByPoint }: LineLook,
  [width = 0, ...numbers]: readonly number[],
  color: string,
) {
  const points = isKnownByPoint.map((isKnown, i) => {
    const [x = 0, low = 0, high = 0, radius = 0] = numbers.slice(i * NUMBERS_OF_POINT, (i + 1) * NUMBERS_OF_POINT);
    return { x, low, high, radius, isKnown };
  });
  const fill = isArea ? pathSvg(areaPath(points) ?? '', color, 0, isStacked ? 1 : AREA_OPACITY) : '';
  const stroke = isStacked ? '' : pathSvg(linePath(points) ?? '', color, width);
  const dots = points.flatMap(({ x, low, high, radius }) => {
    if (radius === 0) return [];
    if (!isStacked) return [discSvg(x, high, radius, color)];
    return [filledBoxSvg(x - radius / 2, Math.min(low, high), radius, Math.abs(high - low), color)];
  });
  return [fill, stroke, ...dots].join('');
}

/** Lines, or areas, with a gap where a value is not known. A value between two gaps is a point, or, in a stack, a thin column. */
export function lineAndAreaMarks({ data: chart, colors, isLit }: ColoredChart, plot: ChartPlot): ChartSvgShape[] {
  const width = Math.max(2, LINE_WIDTH * plot.unit);
  const isArea = chart.type === 'area';
  const isStacked = isChartStacked(chart);
  const radius = Math.max(2, POINT_RADIUS * plot.unit);
  const entrance = lineChartEntrance(plot, radius * LIT_POINT, chart.type === 'combo');
  return pointsOf(chart, plot).flatMap((points, part) => {
    if (chart.type === 'combo' && part < chart.series.length - 1) return [];
    const isHighlighted = (i: number): boolean =>
      isLit(i) && !chart.categories.every((_, otherIndex) => isLit(otherIndex));
    const isBetweenGaps = (i: number): boolean => !points[i - 1]?.isKnown && !points[i + 1]?.isKnown;
    const hasMark = (i: number): boolean =>
      isBetweenGaps(i) || (!isStacked && (isHighlighted(i) || (!isArea && points.length <= MAX_POINTS)));
    const radiusAt = (i: number): number =>
      !points[i]?.isKnown || !hasMark(i) ? 0 : isHighlighted(i) && !isStacked ? radius * LIT_POINT : radius;
    const isKnownByPoint = points.map(({ isKnown }) => isKnown);
    const numbers = [width, ...points.flatMap(({ x, low, high }, i) => [x, low, high, radiusAt(i)])];
    const draw = lineSvg.bind(undefined, { isArea, isStacked, isKnownByPoint });
    const key = `line ${part} ${isStacked} ${isKnownByPoint.map(Number).join('')}`;
    return [{ part, ...svgShapeOfMarkForm({ key, numbers, color: colors[part] ?? '', draw }), entrance }];
  });
}

/**
 * The right ends of the marks, in pixels: the x of the right side of the last mark, and for each series the y of its last known value; in a
 * stack, the middle of its last part.
 */
export function seriesLineEnds(chart: DrawableChart, plot: ChartPlot): { x: number; ends: number[] } {
  const isStacked = isChartStacked(chart);
  const lastCategory = chart.categories.length - 1;
  const center = Math.max(plot.centers[lastCategory] ?? plot.right, plot.right - plot.step / 2);
  const bars = chart.type === 'column' || chart.type === 'combo' ? valueBarsOf(chart, plot.step, plot.unit) : [];
  const lastBars = bars.filter(({ category }) => category === lastCategory);
  const edge = plot.left + Math.max(0, ...lastBars.map(({ offset, thickness }) => offset + thickness));
  const ends = pointsOf(chart, plot).map((points) => {
    const end = isStacked ? points[lastCategory] : points.findLast(({ isKnown }) => isKnown);
    if (!end) return plot.bottom;
    return isStacked ? (end.low + end.high) / 2 : end.high;
  });
  return { x: Math.max(center, edge), ends };
}
