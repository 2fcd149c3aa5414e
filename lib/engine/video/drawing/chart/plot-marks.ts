import { area, line } from 'd3-shape';
import type { DrawableChart } from '../drawable-chart.ts';
import { barGrowth, lineChartEntrance } from './bar-growth.ts';
import type { ChartShape, TypesetChart } from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';
import { barForm, shapeOfForm } from './mark-forms.ts';
import { discSvg, filledBoxSvg, pathSvg } from './svg-shapes.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** The plot of a chart whose values run upward (columns, lines, areas); pixels. */
export interface ChartPlot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  centers: readonly number[];
  step: number;
  /** The height at which a value is drawn. */
  yOf(value: number): number;
  unit: number;
  /** The corners of bars. */
  radius: number;
}

/** A bar of one value; `from` is where it starts, nearer to zero. */
export interface ValueBar {
  /** Index of the series or slice that it appears with. */
  part: number;
  series: number;
  category: number;
  value: number;
  /** Values, not pixels. */
  from: number;
  to: number;
  /** Across its direction, from the first edge of the plot; pixels. */
  offset: number;
  thickness: number;
}

/** The fraction of a category without bars, and the fraction of a bar's room that separates it from the next bar of its category. */
const CATEGORY_GAP = 0.32;
const BAR_GAP = 0.08;
/** Fractions of the unit. */
const MAX_THICKNESS = 0.13;
const LINE_WIDTH = 0.0062;
const POINT_RADIUS = 0.0095;
/** The point of a highlighted category is larger by this factor. */
const LIT_POINT = 1.9;
/** Lines of more points have no mark at each point. */
const MAX_POINTS = 16;
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
  const stacked = isChartStacked(chart);
  const { categories } = chart;
  const series = chart.type === 'combo' ? chart.series.slice(0, -1) : chart.series;
  const across = stacked ? 1 : series.length;
  const pitch = Math.min((step * (1 - CATEGORY_GAP)) / across, MAX_THICKNESS * unit);
  const thickness = across > 1 ? pitch * (1 - BAR_GAP) : pitch;
  return categories.flatMap((_, category) => {
    let [up, down] = [0, 0];
    return series.flatMap(({ values }, part): ValueBar[] => {
      const value = values[category];
      if (value === undefined || value === null) return [];
      const from = stacked ? (value < 0 ? down : up) : 0;
      if (stacked && value < 0) down += value;
      else if (stacked) up += value;
      const place = (category + 0.5) * step + ((stacked ? 0 : part) - across / 2) * pitch;
      const offset = place + (pitch - thickness) / 2;
      return [{ part, series: part, category, value, from, to: from + value, offset, thickness }];
    });
  });
}

type Colored = Pick<TypesetChart, 'data' | 'colors' | 'fillOf' | 'isLit'>;

/** Columns from the base line. */
export function columnChartShapes({ data, fillOf }: Colored, plot: ChartPlot): ChartShape[] {
  const stacked = isChartStacked(data);
  const bars = valueBarsOf(data, plot.step, plot.unit);
  return bars.map((bar) => {
    const { part, category, from, to, offset, thickness } = bar;
    const [a, b] = [plot.yOf(from), plot.yOf(to)];
    const gap = stacked && from !== 0 ? Math.min(Math.max(1, plot.unit * 0.002), Math.abs(a - b) / 2) : 0;
    const top = Math.min(a, b) + (to < from ? gap : 0);
    const height = Math.max(Math.abs(a - b) - gap, to === from ? 0 : 1);
    const end = to < from ? 'bottom' : 'top';
    const radius = stacked ? 0 : plot.radius;
    const color = fillOf(part, category);
    const box = { x: plot.left + offset, y: top, width: thickness, height };
    const entrance = { box, turn: category, shape: barGrowth(bars, bar, end, plot.yOf, radius) };
    const [start, tip] = to < from ? [top, top + height] : [top + height, top];
    const place = { start, end: tip, offset: box.x, thickness, radius };
    return { part, ...shapeOfForm(barForm(`column ${part} ${category}`, place, color, true)), entrance };
  });
}

interface Point {
  x: number;
  low: number;
  high: number;
  isKnown: boolean;
}

/**
 * The points of each series, counted from the base line, or from the series before where series are stacked: above an unknown value, the
 * heights of further series are unknown as well.
 */
function pointsOf(chart: DrawableChart, plot: ChartPlot): Point[][] {
  const stacked = isChartStacked(chart);
  const sums = chart.categories.map((): number | null => 0);
  return chart.series.map(({ values }) =>
    chart.categories.map((_, i): Point => {
      const value = values[i] ?? null;
      const below = stacked ? (sums[i] ?? null) : 0;
      const above = value === null || below === null ? null : below + value;
      if (stacked) sums[i] = above;
      const x = plot.centers[i] ?? 0;
      return { x, low: plot.yOf(below ?? 0), high: plot.yOf(above ?? 0), isKnown: above !== null };
    }),
  );
}

/** The numbers of a point in the form of a line: its place, and the radius of its mark, 0 without one. */
const NUMBERS_OF_POINT = 4;

/** A line or an area to be drawn. */
interface LineLook {
  isArea: boolean;
  isStacked: boolean;
  /** True for each point that is known. */
  known: readonly boolean[];
}

const drawnLine = line<Point>(
  ({ x }) => x,
  ({ high }) => high,
).defined(({ isKnown }) => isKnown);
const drawnArea = area<Point>(
  ({ x }) => x,
  ({ low }) => low,
  ({ high }) => high,
).defined(({ isKnown }) => isKnown);

/** Draws a line or an area. @param numbers the width of the line, then those of its points */
function lineSvg({ isArea, isStacked, known }: LineLook, [width = 0, ...numbers]: readonly number[], color: string) {
  const points = known.map((isKnown, i) => {
    const [x = 0, low = 0, high = 0, radius = 0] = numbers.slice(i * NUMBERS_OF_POINT, (i + 1) * NUMBERS_OF_POINT);
    return { x, low, high, radius, isKnown };
  });
  const fill = isArea ? pathSvg(drawnArea(points) ?? '', color, 0, isStacked ? 1 : AREA_OPACITY) : '';
  const stroke = isStacked ? '' : pathSvg(drawnLine(points) ?? '', color, width);
  const dots = points.flatMap(({ x, low, high, radius }) => {
    if (radius === 0) return [];
    if (!isStacked) return [discSvg(x, high, radius, color)];
    return [filledBoxSvg(x - radius / 2, Math.min(low, high), radius, Math.abs(high - low), color)];
  });
  return [fill, stroke, ...dots].join('');
}

/** Lines, or areas, with a gap where a value is not known. A value between two gaps is a point, or, in a stack, a thin column. */
export function lineChartShapes({ data: chart, colors, isLit }: Colored, plot: ChartPlot): ChartShape[] {
  const width = Math.max(2, LINE_WIDTH * plot.unit);
  const isArea = chart.type === 'area';
  const isStacked = isChartStacked(chart);
  const radius = Math.max(2, POINT_RADIUS * plot.unit);
  const entrance = lineChartEntrance(plot, radius * LIT_POINT, chart.type === 'combo');
  return pointsOf(chart, plot).flatMap((points, part) => {
    if (chart.type === 'combo' && part < chart.series.length - 1) return [];
    const isLitAlone = (i: number): boolean => isLit(i) && !chart.categories.every((_, each) => isLit(each));
    const isAlone = (i: number): boolean => !points[i - 1]?.isKnown && !points[i + 1]?.isKnown;
    const isMarked = (i: number): boolean =>
      isAlone(i) || (!isStacked && (isLitAlone(i) || (!isArea && points.length <= MAX_POINTS)));
    const radiusAt = (i: number): number =>
      !points[i]?.isKnown || !isMarked(i) ? 0 : isLitAlone(i) && !isStacked ? radius * LIT_POINT : radius;
    const known = points.map(({ isKnown }) => isKnown);
    const numbers = [width, ...points.flatMap(({ x, low, high }, i) => [x, low, high, radiusAt(i)])];
    const draw = lineSvg.bind(undefined, { isArea, isStacked, known });
    const key = `line ${part} ${isStacked} ${known.map(Number).join('')}`;
    return [{ part, ...shapeOfForm({ key, numbers, color: colors[part] ?? '', draw }), entrance }];
  });
}

/** The ends of the marks of series: the side of the last mark, and the height of the last known value of each series; pixels. */
export function seriesLineEnds(chart: DrawableChart, plot: ChartPlot): { x: number; ends: number[] } {
  const stacked = isChartStacked(chart);
  const last = chart.categories.length - 1;
  const center = Math.max(plot.centers[last] ?? plot.right, plot.right - plot.step / 2);
  const bars = chart.type === 'column' || chart.type === 'combo' ? valueBarsOf(chart, plot.step, plot.unit) : [];
  const ofLast = bars.filter(({ category }) => category === last);
  const edge = plot.left + Math.max(0, ...ofLast.map(({ offset, thickness }) => offset + thickness));
  const ends = pointsOf(chart, plot).map((points) => {
    const end = stacked ? points[last] : points.findLast(({ isKnown }) => isKnown);
    if (!end) return plot.bottom;
    return stacked ? (end.low + end.high) / 2 : end.high;
  });
  return { x: Math.max(center, edge), ends };
}
