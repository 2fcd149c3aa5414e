import { scaleLinear } from 'd3-scale';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { withVerticalAxisTitle } from './axis-title.ts';
import { barGrowth } from './bar-growth.ts';
import { type BarNotes, fitBarNotes, placeBarNotes } from './bar-notes.ts';
import {
  BAR_TICK_GAP,
  BAR_VALUE_GAP,
  barAxisParts,
  barTickMargin,
  barValueLabels,
  valueLabelsInBars,
} from './bar-parts.ts';
import {
  barSeriesNameLabels,
  canNameSeriesAtBars,
  heightOfBarSeriesNames,
  widthOfBarSeriesNames,
} from './bar-series-name-labels.ts';
import { doesThinningLoseNames } from './category-labels.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartShape,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { arrangeChartLegend, type ChartLegend, NO_CHART_LEGEND, needsChartLegend } from './legend.ts';
import { barForm, shapeOfForm } from './mark-forms.ts';
import { valueBarsOf } from './plot-marks.ts';
import { CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';

/** The part of the width that names may take. */
const MAX_NAMES_WIDTH = 0.38;
/** Spaces in sizes of type. */
const NAME_GAP = 0.7;
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
  legend: ChartLegend;
  notes: BarNotes;
  /** The left edge of the notes, or the right edge of the room. */
  edge: number;
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
  /** True if series are named at their bars, and there is no legend. */
  isNamed: boolean;
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

async function attemptBars(
  chart: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
  isNamed = false,
): Promise<BarAttempt> {
  const { data, categories, widthOf, wordWidthOf, leading } = chart;
  const line = Math.ceil(leading * size);
  const named =
    needsChartLegend(data) && !isNamed ? await arrangeChartLegend(chart, size, room.width, measure) : NO_CHART_LEGEND;
  const titled = await withVerticalAxisTitle(chart, named, room, measure);
  const legend = isNamed ? { ...titled, height: titled.height + heightOfBarSeriesNames(data, line) } : titled;
  const notes = await fitBarNotes(chart, size, room, room.height - legend.height, measure);
  const edge = room.width - notes.width;
  const top = legend.height + notes.above;
  const widest = Math.max(0, ...categories.map(widthOf)) * size + LABEL_SLACK_PIXELS;
  const nameWidth = Math.ceil(Math.min(widest, MAX_NAMES_WIDTH * room.width));
  const count = Math.max(1, categories.length);
  const { negative, positive } = valueWidths(chart);
  const beside = (width: number): number =>
    width > 0 ? Math.ceil(width * size + LABEL_SLACK_PIXELS + BAR_VALUE_GAP * size) : 0;
  const free = edge - nameWidth - NAME_GAP * size;
  const canWrite = negative + positive > 0 && free - beside(negative) - beside(positive) >= room.width * MIN_PLOT_WIDTH;
  const axisHeight = line + Math.ceil(BAR_TICK_GAP * size);
  const heightOf = (isDirect: boolean): number =>
    Math.min((room.height - top - (isDirect ? 0 : axisHeight)) / count, MAX_STEP_HEIGHT * room.unit);
  const thickness = valueBarsOf(data, heightOf(true), room.unit)[0]?.thickness ?? 0;
  const isDirect = canWrite && (data.series.length === 1 ? heightOf(true) : thickness * 1.08) >= line;
  const step = heightOf(isDirect);
  const lines = Math.max(1, Math.min(MAX_LINES, Math.floor((step - NAME_SPACING * size) / line)));
  const interval = Math.max(1, Math.ceil((line + 1) / step));
  const names = await fitChartLabels(
    categories.map((paragraph) => ({ paragraph, width: nameWidth })),
    size,
    lines,
    measure,
  );
  const isGood =
    interval === 1 &&
    !legend.cut &&
    !notes.cut &&
    names.every(({ isCut }) => !isCut) &&
    categories.every((paragraph) => wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= nameWidth);
  const margins = {
    before: isDirect ? beside(negative) : 0,
    after:
      (isDirect ? beside(positive) : barTickMargin(chart, size)) + (isNamed ? widthOfBarSeriesNames(chart, size) : 0),
  };
  return { size, line, legend, notes, edge, names, nameWidth, interval, isDirect, ...margins, step, isGood, isNamed };
}

/** Puts all parts of the chart into their places. `lacksNames`: series that should be named at their bars have no room there. */
function composeBars(
  chart: MeasuredChart,
  tried: BarAttempt,
  room: AvailableChartSpace,
): { arranged: ArrangedChart; lacksNames: boolean } {
  const { data, fillOf, isLit, axis, tight } = chart;
  const { size, line, legend, notes, edge, names, nameWidth, interval, isDirect, before, after, step } = tried;
  const left = Math.round(nameWidth + NAME_GAP * size);
  // The first number of an axis is centred below the end of the names: half of it needs room there as well.
  const start = left + (isDirect ? before : Math.max(0, barTickMargin(chart, size) - left));
  const scale = scaleLinear()
    .domain(isDirect ? tight.domain : axis.domain)
    .range([start, edge - after]);
  const xOf = (value: number): number => scale(value);
  const top = legend.height + notes.above;
  const bottom = Math.round(top + step * data.categories.length);
  const axisDrawing = barAxisParts(chart, tried, xOf, [top, bottom], room);
  const stacked = isChartStacked(data);
  const radius = stacked ? 0 : Math.round(room.radius * room.unit);
  const bars = valueBarsOf(data, step, room.unit);
  const marks = bars.map((bar): ChartShape => {
    const { part, category, from, to, offset, thickness } = bar;
    const [a, b] = [xOf(from), xOf(to)];
    const gap = stacked && from !== 0 ? Math.min(Math.max(1, room.unit * 0.002), Math.abs(a - b) / 2) : 0;
    const x = Math.min(a, b) + (to > from ? gap : 0);
    const width = Math.max(Math.abs(a - b) - gap, to === from ? 0 : 1);
    const end = to < from ? 'left' : 'right';
    const entrance = {
      box: { x, y: top + offset, width, height: thickness },
      turn: category,
      shape: barGrowth(bars, bar, end, xOf, radius),
    };
    const [near, tip] = to < from ? [x + width, x] : [x, x + width];
    const place = { start: near, end: tip, offset: top + offset, thickness, radius };
    return {
      part,
      ...shapeOfForm(barForm(`bar ${part} ${category}`, place, fillOf(part, category), false)),
      entrance,
    };
  });
  const written = isDirect ? barValueLabels(chart, bars, { size, line, top, xOf }) : [];
  const inside = valueLabelsInBars(chart, bars, { size, line, top, xOf });
  const noted = placeBarNotes(chart, notes, { size, line, top, bottom, step, edge, xOf, bars, written }, room);
  const nameLabels = names.flatMap(({ paragraph, height }, i): PositionedChartLabel[] => {
    if (i % interval !== 0) return [];
    const y = Math.round(top + (i + 0.5) * step - height / 2);
    const box = { x: 0, y, width: nameWidth, height };
    const color = isLit(i) ? 'text' : 'muted';
    return [{ paragraph, box, side: 'right', color, key: `category ${i}` }];
  });
  const below = isDirect ? 0 : line + Math.ceil(BAR_TICK_GAP * size);
  const seriesNames = tried.isNamed ? barSeriesNameLabels(chart, bars, { size, line, top, xOf }, written, edge) : [];
  const arranged: ArrangedChart = {
    size,
    height: bottom + below,
    cut: legend.cut || notes.cut || names.some(({ isCut }) => isCut) || doesThinningLoseNames(chart, interval),
    plot: { left: start, right: edge - after },
    shapes: [...legend.shapes, ...axisDrawing.shapes, ...marks, axisDrawing.base, ...noted.shapes],
    labels: [
      ...[...legend.labels, ...axisDrawing.labels, ...nameLabels, ...written, ...inside, ...noted.labels],
      ...(seriesNames ?? []),
    ],
  };
  return { arranged, lacksNames: seriesNames === undefined };
}

/** Arranges bars in the largest size of type in which all names are whole; undefined where no size is small enough. */
export async function arrangeBarsWithWholeNames(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart | undefined> {
  for (const part of fontSizesDownToSmallest(CHART_FONT_SIZES, room)) {
    const size = Math.round(part * room.unit * 4) / 4;
    for (const isNamed of canNameSeriesAtBars(chart.data) ? [true, false] : [false]) {
      const tried = await attemptBars(chart, size, room, measure, isNamed);
      const { arranged, lacksNames } = composeBars(chart, tried, room);
      if (tried.isGood && !lacksNames) return arranged;
    }
  }
  return undefined;
}

/** Arranges bars; names that do not fit in the smallest size are cut, and left out in turn where they are too many. */
export async function arrangeBars(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  const good = await arrangeBarsWithWholeNames(chart, room, measure);
  if (good) return good;
  const size = Math.round(room.smallest * 4) / 4;
  return composeBars(chart, await attemptBars(chart, size, room, measure), room).arranged;
}
