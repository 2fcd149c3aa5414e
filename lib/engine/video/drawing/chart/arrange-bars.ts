import { scaleLinear } from 'd3-scale';
import type { Measure } from '../text/paragraph-node.ts';
import { leavesOutNames } from './category-labels.ts';
import type { ArrangedChart, ChartRoom, ChartShape, MeasuredChart, PlacedLabel } from './chart-model.ts';
import { type FittedLabel, fitLabels, LABEL_SLACK } from './labels.ts';
import { arrangeLegend, type Legend, NO_LEGEND } from './legend.ts';
import { barsOf } from './plot-marks.ts';
import { barShape, boxShape } from './svg-shapes.ts';
import { CHART_SIZES, SMALLEST_SIZE } from './type-sizes.ts';
import { isChartStacked } from './value-axis.ts';

/** The part of the width that names may take. */
const MAX_NAMES_WIDTH = 0.38;
/** Spaces in sizes of type. */
const NAME_GAP = 0.7;
const VALUE_GAP = 0.35;
const TICK_GAP = 0.45;
const NAME_SPACING = 0.25;
const MAX_LINES = 3;
/** The largest height of a category, a fraction of the unit. */
const MAX_STEP_HEIGHT = 0.16;
/** The smallest width of the plot, a part of the whole width. */
const MIN_PLOT_WIDTH = 0.3;

/** Bars with their text in one size of type; lengths in pixels. */
interface BarAttempt {
  size: number;
  line: number;
  legend: Legend;
  names: FittedLabel[];
  /** The width of the names. */
  nameWidth: number;
  /** 1: every category shows its name; 2: every second one … */
  interval: number;
  /** True if values are written at the ends of bars, and there is no axis. */
  isDirect: boolean;
  /** Pixels before and after the plot for values at the ends of bars. */
  before: number;
  after: number;
  /** Height of a category. */
  step: number;
  /** True if all names, and the legend, are whole. */
  isGood: boolean;
}

/** The widest value on either side of zero, in sizes of type; a side without values has none. */
function valueWidths({ data, values, widthOf }: MeasuredChart): { negative: number; positive: number } {
  let [negative, positive] = [0, 0];
  for (const [part, { values: numbers }] of data.series.entries())
    for (const [category, value] of numbers.entries()) {
      const label = values[part]?.[category];
      if (!label || value === null) continue;
      if (value < 0) negative = Math.max(negative, widthOf(label));
      else positive = Math.max(positive, widthOf(label));
    }
  return { negative, positive };
}

async function attemptBars(chart: MeasuredChart, size: number, room: ChartRoom, measure: Measure): Promise<BarAttempt> {
  const { data, categories, widthOf, wordWidthOf, leading } = chart;
  const line = Math.ceil(leading * size);
  const legend = data.series.length > 1 ? await arrangeLegend(chart, size, room.width, measure) : NO_LEGEND;
  const widest = Math.max(0, ...categories.map(widthOf)) * size + LABEL_SLACK;
  const nameWidth = Math.ceil(Math.min(widest, MAX_NAMES_WIDTH * room.width));
  const count = Math.max(1, categories.length);
  const { negative, positive } = valueWidths(chart);
  const beside = (width: number): number => (width > 0 ? Math.ceil(width * size + LABEL_SLACK + VALUE_GAP * size) : 0);
  const free = room.width - nameWidth - NAME_GAP * size;
  const canWrite = negative + positive > 0 && free - beside(negative) - beside(positive) >= room.width * MIN_PLOT_WIDTH;
  const axisHeight = line + Math.ceil(TICK_GAP * size);
  const heightOf = (isDirect: boolean): number =>
    Math.min((room.height - legend.height - (isDirect ? 0 : axisHeight)) / count, MAX_STEP_HEIGHT * room.unit);
  const thickness = barsOf(data, heightOf(true), room.unit)[0]?.thickness ?? 0;
  const isDirect = canWrite && (data.series.length === 1 ? heightOf(true) : thickness * 1.08) >= line;
  const step = heightOf(isDirect);
  const lines = Math.max(1, Math.min(MAX_LINES, Math.floor((step - NAME_SPACING * size) / line)));
  const interval = Math.max(1, Math.ceil((line + 1) / step));
  const names = await fitLabels(
    categories.map((paragraph) => ({ paragraph, width: nameWidth })),
    size,
    lines,
    measure,
  );
  const isGood =
    interval === 1 &&
    !legend.cut &&
    names.every(({ isCut }) => !isCut) &&
    categories.every((paragraph) => wordWidthOf(paragraph) * size + LABEL_SLACK <= nameWidth);
  const margins = {
    before: isDirect ? beside(negative) : 0,
    after: isDirect ? beside(positive) : tickMargin(chart, size),
  };
  return { size, line, legend, names, nameWidth, interval, isDirect, ...margins, step, isGood };
}

/** Space after the plot for half of the last number of the axis, which is centred at the end of the plot; pixels. */
const tickMargin = ({ axis, widthOf }: MeasuredChart, size: number): number =>
  Math.ceil((Math.max(0, ...axis.labels.map(widthOf)) * size + LABEL_SLACK) / 2);

/** The axis below the bars. If its numbers would overlap, only every second, third … is shown. */
function axisParts(
  { axis, widthOf }: MeasuredChart,
  { size, line, isDirect }: BarAttempt,
  xOf: (value: number) => number,
  [top, bottom]: readonly [number, number],
  room: ChartRoom,
) {
  const shapes: ChartShape[] = [];
  const labels: PlacedLabel[] = [];
  const thickness = Math.max(1, Math.round(room.unit * 0.0016));
  const [first = 0, second = first + 1] = axis.ticks;
  const widest = Math.max(0, ...axis.labels.map(widthOf)) * size + LABEL_SLACK + 0.5 * size;
  const interval = Math.max(1, Math.ceil(widest / Math.max(1, Math.abs(xOf(second) - xOf(first)))));
  const zero = Math.max(0, axis.ticks.indexOf(0));
  for (const [i, tick] of isDirect ? [] : axis.ticks.entries()) {
    if ((i - zero) % interval !== 0) continue;
    const x = Math.round(xOf(tick));
    if (tick !== 0) shapes.push({ svg: boxShape(x, top, thickness, bottom - top, room.grid) });
    const paragraph = axis.labels[i];
    if (!paragraph) continue;
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK;
    const y = Math.round(bottom + TICK_GAP * size);
    labels.push({
      paragraph,
      box: { x: Math.round(x - width / 2), y, width, height: line },
      side: 'center',
      color: 'muted',
    });
  }
  const base: ChartShape = { svg: boxShape(Math.round(xOf(0)), top, thickness + 1, bottom - top, room.base) };
  return { shapes, labels, base };
}

function composeBars(chart: MeasuredChart, tried: BarAttempt, room: ChartRoom): ArrangedChart {
  const { data, colors, axis, tight, values, widthOf } = chart;
  const { size, line, legend, names, nameWidth, interval, isDirect, before, after, step } = tried;
  const left = Math.round(nameWidth + NAME_GAP * size);
  // The first number of an axis is below the end of the names: its half needs room there, too.
  const start = left + (isDirect ? before : Math.max(0, tickMargin(chart, size) - left));
  const scale = scaleLinear()
    .domain(isDirect ? tight.domain : axis.domain)
    .range([start, room.width - after]);
  const xOf = (value: number): number => scale(value);
  const top = legend.height;
  const bottom = Math.round(top + step * data.categories.length);
  const axisDrawing = axisParts(chart, tried, xOf, [top, bottom], room);
  const stacked = isChartStacked(data);
  const radius = stacked ? 0 : Math.round(room.radius * room.unit);
  const bars = barsOf(data, step, room.unit);
  const marks = bars.map(({ part, from, to, offset, thickness }): ChartShape => {
    const [a, b] = [xOf(from), xOf(to)];
    const gap = stacked && from !== 0 ? Math.min(Math.max(1, room.unit * 0.002), Math.abs(a - b) / 2) : 0;
    const x = Math.min(a, b) + (to > from ? gap : 0);
    const width = Math.max(Math.abs(a - b) - gap, to === from ? 0 : 1);
    const end = to < from ? 'left' : 'right';
    return { part, svg: barShape(x, top + offset, width, thickness, colors[part] ?? '', end, radius) };
  });
  const written = isDirect ? bars : [];
  const valueLabels = written.flatMap(({ part, category, value, offset, thickness }): PlacedLabel[] => {
    const paragraph = values[part]?.[category];
    if (!paragraph) return [];
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK;
    const beside = VALUE_GAP * size;
    const x = Math.round(value < 0 ? xOf(value) - beside - width : xOf(value) + beside);
    const y = Math.round(top + offset + thickness / 2 - line / 2);
    return [{ paragraph, box: { x, y, width, height: line }, side: value < 0 ? 'right' : 'left', color: 'text', part }];
  });
  const nameLabels = names.flatMap(({ paragraph, height }, i): PlacedLabel[] => {
    if (i % interval !== 0) return [];
    const y = Math.round(top + (i + 0.5) * step - height / 2);
    return [{ paragraph, box: { x: 0, y, width: nameWidth, height }, side: 'right', color: 'text' }];
  });
  const below = isDirect ? 0 : line + Math.ceil(TICK_GAP * size);
  return {
    size,
    height: bottom + below,
    cut: legend.cut || names.some(({ isCut }) => isCut) || leavesOutNames(chart, interval),
    shapes: [...legend.shapes, ...axisDrawing.shapes, ...marks, axisDrawing.base],
    labels: [...legend.labels, ...axisDrawing.labels, ...nameLabels, ...valueLabels],
  };
}

/** Arranges bars in the largest size of type in which all names are whole; undefined where no size is small enough. */
export async function barsWithWholeNames(
  chart: MeasuredChart,
  room: ChartRoom,
  measure: Measure,
): Promise<ArrangedChart | undefined> {
  for (const part of CHART_SIZES) {
    const tried = await attemptBars(chart, Math.round(part * room.unit * 4) / 4, room, measure);
    if (tried.isGood) return composeBars(chart, tried, room);
  }
  return undefined;
}

/** Arranges bars; names that do not fit in the smallest size are cut, and left out in turn where they are too many. */
export async function arrangeBars(chart: MeasuredChart, room: ChartRoom, measure: Measure): Promise<ArrangedChart> {
  const good = await barsWithWholeNames(chart, room, measure);
  if (good) return good;
  const size = Math.round(SMALLEST_SIZE * room.unit * 4) / 4;
  return composeBars(chart, await attemptBars(chart, size, room, measure), room);
}
