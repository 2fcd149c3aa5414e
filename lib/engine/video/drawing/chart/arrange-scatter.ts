import { scaleLinear } from 'd3-scale';
import type { LayoutBox } from '../layout/boxes.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { addVerticalAxisTitleToLegend } from './axis-title.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartSvgShape,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { COLUMN_TICK_GAP_EM, chartTargetLineShapes, columnAxisParts } from './column-parts.ts';
import { fitEndLabels, placeEndLabels } from './end-labels.ts';
import { LABEL_SLACK_PIXELS } from './labels.ts';
import { arrangeChartLegend, NO_CHART_LEGEND, needsChartLegend } from './legend.ts';
import { arrangeChartNotes } from './notes-band.ts';
import type { ChartPlot } from './plot-marks.ts';
import { type PointNameToPlace, placePointNames } from './point-names.ts';
import { discSvg, filledBoxSvg, thinLineThickness } from './svg-shapes.ts';
import { AXIS_CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';

/** The radius of a point as a fraction of the unit: usually, and if there are many; `lit`: the factor for a highlighted point. */
const RADIUS = { usual: 0.0125, many: 0.009, lit: 1.35 } as const;
/** The number of points in a chart from which points are smaller. */
const MANY_POINTS = 40;
/** The space between the plot and the numbers below it, in sizes of type. */
const NUMBER_GAP = 0.45;
/** The space between a point and its name, in sizes of type. */
const NAME_GAP = 0.3;
/** The smallest height of a plot that is not too low, as a fraction of the room. */
const MIN_PLOT_HEIGHT = 0.42;

/** A point in the plot; pixels. */
interface PlacedPoint {
  x: number;
  y: number;
  /** Index of its series. */
  part: number;
  /** Counted through all series. */
  index: number;
  radius: number;
  isLit: boolean;
  /** Its place in the order from left to right, in which points enter. */
  turn: number;
}

/** Pixels between the plot and the numbers below it: the lowest number of the vertical axis reaches below the plot by half a line. */
const gapBelowPlot = (size: number, lineHeight: number): number =>
  Math.ceil(Math.max(NUMBER_GAP * size, lineHeight / 2 + 2));

/** A chart in one size of type. */
interface ScatterAttempt {
  arranged: ArrangedChart;
  /** The number of texts that were left out, or cut. A plot that is too low counts as one. */
  missing: number;
}

/** The numbers below the plot, each with a line through the plot. If they would overlap, only every second, third … is shown. */
function horizontalAxisParts(
  chart: MeasuredChart,
  size: number,
  plot: ChartPlot,
  xOf: (value: number) => number,
  room: AvailableChartSpace,
) {
  const { ticks = [], labels: tickLabels = [] } = chart.across ?? {};
  const thickness = thinLineThickness(room.unit);
  const lineHeight = Math.ceil(chart.leading * size);
  const widestNumber = Math.max(0, ...tickLabels.map(chart.widthOf)) * size + LABEL_SLACK_PIXELS + 0.5 * size;
  const [first = 0, second = first + 1] = ticks;
  const interval = Math.max(1, Math.ceil(widestNumber / Math.max(1, Math.abs(xOf(second) - xOf(first)))));
  const zeroIndex = Math.max(0, ticks.indexOf(0));
  const shapes: ChartSvgShape[] = [];
  const labels: PositionedChartLabel[] = [];
  for (const [i, tick] of ticks.entries()) {
    const paragraph = tickLabels[i];
    if ((i - zeroIndex) % interval !== 0 || !paragraph) continue;
    const x = Math.round(xOf(tick));
    shapes.push({ svg: filledBoxSvg(x, plot.top, thickness, plot.bottom - plot.top, room.grid) });
    const width = Math.ceil(chart.widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const left = Math.min(Math.max(0, Math.round(x - width / 2)), room.width - width);
    const box = { x: left, y: Math.round(plot.bottom) + gapBelowPlot(size, lineHeight), width, height: lineHeight };
    labels.push({ paragraph, box, side: 'center', color: 'muted' });
  }
  return { shapes, labels };
}

/** The lines at zero, or else at the edges of the plot. */
function axisLines(
  { axis, across }: MeasuredChart,
  plot: ChartPlot,
  xOf: (value: number) => number,
  room: AvailableChartSpace,
) {
  const thickness = thinLineThickness(room.unit) + 1;
  const hasZero = ([low, high]: readonly [number, number]): boolean => low <= 0 && high >= 0;
  const y = hasZero(axis.domain) ? plot.yOf(0) : plot.bottom;
  const x = across && hasZero(across.domain) ? xOf(0) : plot.left;
  return [
    { svg: filledBoxSvg(plot.left, Math.round(y), plot.right - plot.left, thickness, room.base) },
    { svg: filledBoxSvg(Math.round(x), plot.top, thickness, plot.bottom - plot.top, room.base) },
  ];
}

/** The points of all series in the plot, series by series. */
function pointsIn({ data, isLit }: MeasuredChart, plot: ChartPlot, xOf: (value: number) => number): PlacedPoint[] {
  const allPoints = data.series.flatMap(({ points = [] }, part) => points.map((point) => ({ ...point, part })));
  const highlightedNames = new Set(data.highlight);
  const baseRadius = (allPoints.length >= MANY_POINTS ? RADIUS.many : RADIUS.usual) * plot.unit;
  // Without a highlighted point, `isLit` is true for all.
  const isAnyPointLit = !allPoints.every((_, index) => isLit(index));
  const orderFromLeft = [...allPoints.keys()].sort((a, b) => (allPoints[a]?.x ?? 0) - (allPoints[b]?.x ?? 0));
  const turns = new Map(orderFromLeft.map((index, turn) => [index, turn]));
  return allPoints.map(({ x, y, part }, index): PlacedPoint => {
    const isPointLit = isAnyPointLit && isLit(index);
    const isPointOrSeriesLit = isPointLit || highlightedNames.has(data.series[part]?.name ?? '');
    const radius = Math.max(2, baseRadius) * (isPointLit ? RADIUS.lit : 1);
    return { x: xOf(x), y: plot.yOf(y), part, index, radius, isLit: isPointOrSeriesLit, turn: turns.get(index) ?? 0 };
  });
}

/** The names of points; those of highlighted points come first, so that they get the best places. */
function namesOfPoints(chart: MeasuredChart, points: readonly PlacedPoint[], size: number): PointNameToPlace[] {
  const lineHeight = Math.ceil(chart.leading * size);
  const isAnyPointLit = points.some(({ isLit }) => isLit);
  return points
    .toSorted((a, b) => Number(b.isLit) - Number(a.isLit))
    .flatMap(({ index, x, y, part, isLit, turn }): PointNameToPlace[] => {
      const paragraph = chart.pointNames[index];
      if (!paragraph) return [];
      const width = Math.ceil(chart.widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
      const color = isAnyPointLit && !isLit ? 'muted' : 'text';
      return [{ paragraph, x, y, width, height: lineHeight, color, part, turn }];
    });
}

/**
 * The names of series, each at the rightmost point without a name of its series.
 * @returns undefined if they do not belong at points, or if a series has no point without a name
 */
function namesOfSeriesAtPoints(
  chart: MeasuredChart,
  points: readonly PlacedPoint[],
  size: number,
): PointNameToPlace[] | undefined {
  if (chart.data.labels !== 'direct' || chart.names.length < 2) return undefined;
  const lineHeight = Math.ceil(chart.leading * size);
  const names = chart.names.flatMap((paragraph, part): PointNameToPlace[] => {
    const unnamedPoints = points.filter((point) => point.part === part && !chart.pointNames[point.index]);
    const rightmostPoint = unnamedPoints.toSorted((a, b) => a.x - b.x).at(-1);
    const width = Math.ceil(chart.widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    if (!rightmostPoint) return [];
    const { x, y, turn } = rightmostPoint;
    return [{ paragraph, x, y, width, height: lineHeight, color: 'text', part, turn }];
  });
  return names.length === chart.names.length ? names : undefined;
}

/** The box around a disc. */
const boxAround = ({ x, y, radius }: Pick<PlacedPoint, 'x' | 'y' | 'radius'>): LayoutBox => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

/**
 * Arranges points in a size of type.
 * @param isDirect true: series are named at points, and not in a legend
 * @returns undefined if the names of series have no room at points
 */
async function arrangeInSize(
  chart: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
  isDirect: boolean,
): Promise<ScatterAttempt | undefined> {
  const { data, axis, across, widthOf } = chart;
  const lineHeight = Math.ceil(chart.leading * size);
  const seriesLegend =
    needsChartLegend(data) && !isDirect ? await arrangeChartLegend(chart, size, room.width, measure) : NO_CHART_LEGEND;
  const legend = await addVerticalAxisTitleToLegend(chart, seriesLegend, room, measure);
  const endLabels = await fitEndLabels(chart, size, room, measure);
  const tickWidth = Math.max(...axis.labels.map((label) => widthOf(label))) * size + LABEL_SLACK_PIXELS;
  const left = Math.ceil(tickWidth + COLUMN_TICK_GAP_EM * size);
  const lastTick = across?.labels.at(-1);
  const halfLastTick = lastTick ? Math.ceil((widthOf(lastTick) * size + LABEL_SLACK_PIXELS) / 2) : 0;
  const right = room.width - Math.max(endLabels.width, halfLastTick);
  const xScale = scaleLinear()
    .domain(across?.domain ?? [0, 1])
    .range([left, right]);
  const xOf = (value: number): number => xScale(value);
  const allPoints = data.series.flatMap(({ points = [] }) => points);
  const centers = allPoints.map(({ x }) => xOf(x));
  const notes = await arrangeChartNotes(chart, size, centers, room, measure);
  const bottom = room.height - lineHeight - gapBelowPlot(size, lineHeight);
  const top = Math.min(bottom - 2, legend.height + notes.height + Math.ceil(lineHeight / 2));
  const yScale = scaleLinear().domain(axis.domain).range([bottom, top]);
  const yOf = (value: number): number => yScale(value);
  const plot: ChartPlot = { left, right, top, bottom, centers: [], step: 0, yOf, unit: room.unit, radius: 0 };
  const points = pointsIn(chart, plot, xOf);
  const pointNames = namesOfPoints(chart, points, size);
  const namesOfSeries = isDirect ? namesOfSeriesAtPoints(chart, points, size) : [];
  if (!namesOfSeries) return undefined;
  const nameGap = Math.max(2, RADIUS.usual * room.unit) + NAME_GAP * size;
  const targetY = data.target ? yOf(data.target.value) : undefined;
  const targetBox = { x: left, y: (targetY ?? 0) - 3, width: right - left, height: 6 };
  const occupiedBoxes = [...points.map(boxAround), ...(targetY === undefined ? [] : [targetBox])];
  const bounds = { x: left, y: top, width: room.width - Math.max(0, endLabels.width) - left, height: bottom - top };
  const placedNames = placePointNames([...namesOfSeries, ...pointNames], bounds, occupiedBoxes, nameGap);
  // A legend is better than series without a name.
  if (placedNames.slice(0, namesOfSeries.length).some((name) => !name)) return undefined;
  const shownNames = placedNames.filter((name) => name !== undefined);
  const horizontalAxis = horizontalAxisParts(chart, size, plot, xOf, room);
  const verticalAxis = columnAxisParts(chart, { size, line: lineHeight, isDirect: false, left }, plot, room);
  const endParts = placeEndLabels(chart, size, endLabels, {
    x: right,
    right,
    ends: [],
    target: targetY ?? bottom,
    top,
    bottom,
  });
  const noteParts = notes.place(legend.height, (index) => (points[index]?.y ?? top) - (points[index]?.radius ?? 0));
  const marks = points
    .toSorted((a, b) => Number(a.isLit) - Number(b.isLit))
    .map(
      ({ x, y, radius, part, index, turn }): ChartSvgShape => ({
        part,
        entrance: {
          turn,
          box: boxAround({ x, y, radius: radius + 1 }),
          shape: { kind: 'radiate', x, y, radius: radius + 2 },
        },
        svg:
          discSvg(x, y, radius + Math.max(1, room.unit * 0.0014), room.background) +
          discSvg(x, y, radius, chart.fillOf(part, index)),
      }),
    );
  const missing =
    placedNames.length - shownNames.length + Number(legend.cut) + Number(notes.cut) + Number(endParts.cut);
  const isLow = bottom - top < room.height * MIN_PLOT_HEIGHT;
  return {
    missing: missing + (isLow ? 1 : 0),
    arranged: {
      size,
      height: room.height,
      cut: missing > 0,
      plot: { left, right },
      shapes: [
        ...legend.shapes,
        ...horizontalAxis.shapes,
        ...verticalAxis.shapes,
        ...axisLines(chart, plot, xOf, room),
        ...noteParts.shapes,
        ...chartTargetLineShapes(data, plot, [], room),
        ...marks,
        ...endParts.shapes,
      ],
      labels: [
        ...legend.labels,
        ...horizontalAxis.labels,
        ...verticalAxis.labels,
        ...shownNames,
        ...endParts.labels,
        ...noteParts.labels,
      ],
    },
  };
}

/**
 * Arranges points on two axes, in the largest type size in which each text has a place; else in the size in which the fewest are missing.
 * Names that would overlap another name or a point are left out.
 * @throws RangeError for a fault of the program: points whose series have a legend, or none, can be arranged in every size
 */
export async function arrangeScatter(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  const sizes = [
    ...fontSizesDownToSmallest(AXIS_CHART_FONT_SIZES, room).map((fraction) => fraction * room.unit),
    room.smallest,
  ];
  let best: ScatterAttempt | undefined;
  for (const isDirect of chart.data.labels === 'direct' ? [true, false] : [false])
    for (const wantedSize of sizes) {
      const sizeInQuarterPixels = Math.round(wantedSize * 4) / 4;
      const attempt = await arrangeInSize(chart, sizeInQuarterPixels, room, measure, isDirect);
      if (attempt?.missing === 0) return attempt.arranged;
      if (attempt && (!best || attempt.missing < best.missing)) best = attempt;
    }
  if (best) return best.arranged;
  throw new RangeError('there are no sizes of type');
}
