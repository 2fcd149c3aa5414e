import { scaleLinear } from 'd3-scale';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { addVerticalAxisTitleToLegend } from './axis-title.ts';
import { barEntranceShapeOf } from './bar-entrance-shape-of.ts';
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
  ChartSvgShape,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { arrangeChartLegend, type ChartLegend, NO_CHART_LEGEND, needsChartLegend } from './legend.ts';
import { barMarkForm, svgShapeOfMarkForm } from './mark-forms.ts';
import { valueBarsOf } from './plot-marks.ts';
import { AXIS_CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';

/** The part of the width that names may take. */
const MAX_NAMES_WIDTH = 0.38;
/** Space between names and the plot, in sizes of type. */
const NAME_GAP = 0.7;
/** Space between the names of two categories, in sizes of type. */
const NAME_SPACING = 0.25;
/** The smallest height of a category that shows its name or value, in lines: the letters of a line are less high than the line. */
const MIN_LINES_OF_CATEGORY = 0.94;
/** Lines of the name of a category. */
const MAX_LINES = 3;
/** The largest height of a category, a fraction of the unit. */
const MAX_STEP_HEIGHT = 0.16;
/** The smallest width of the plot, a part of the whole width. */
const MIN_PLOT_WIDTH = 0.3;

/** Bars with their text in one size of type; lengths in pixels. */
interface BarAttempt {
  /** Size of type. */
  size: number;
  /** Height of a line. */
  line: number;
  /** The legend with the titles and names above the plot. */
  legend: ChartLegend;
  notes: BarNotes;
  /** The left edge of the notes, or the right edge of the room. */
  notesEdge: number;
  names: FittedLabel[];
  /** The width of the names. */
  nameWidth: number;
  /** 1: every category shows its name; 2: every second one … */
  interval: number;
  /** True if values are written at the ends of bars, and there is no axis. */
  isDirect: boolean;
  /** Space before and after the plot for values and names at the ends of bars, and for half a number of the axis. */
  marginBefore: number;
  marginAfter: number;
  /** Height of a category. */
  step: number;
  /** True if each category shows its name, and no text is cut. */
  isComplete: boolean;
  /** True if series are named at their bars, and there is no legend. */
  namesSeriesAtBars: boolean;
}

/** The width of the widest value on either side of zero, in sizes of type; 0 for a side without values. */
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

/** Sets the text of bars in a size of type. @param namesSeriesAtBars true if series are named at their bars, instead of in a legend */
async function attemptBars(
  chart: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
  namesSeriesAtBars = false,
): Promise<BarAttempt> {
  const { data, categories, widthOf, wordWidthOf, leading } = chart;
  const line = Math.ceil(leading * size);
  const seriesLegend =
    needsChartLegend(data) && !namesSeriesAtBars
      ? await arrangeChartLegend(chart, size, room.width, measure)
      : NO_CHART_LEGEND;
  const titledLegend = await addVerticalAxisTitleToLegend(chart, seriesLegend, room, measure);
  const legend = namesSeriesAtBars
    ? { ...titledLegend, height: titledLegend.height + heightOfBarSeriesNames(data, line) }
    : titledLegend;
  const notes = await fitBarNotes(chart, size, room, room.height - legend.height, measure);
  const notesEdge = room.width - notes.width;
  const top = legend.height + notes.above;
  const widestName = Math.max(0, ...categories.map(widthOf)) * size + LABEL_SLACK_PIXELS;
  const nameWidth = Math.ceil(Math.min(widestName, MAX_NAMES_WIDTH * room.width));
  const count = Math.max(1, categories.length);
  const { negative, positive } = valueWidths(chart);
  const valueSpace = (width: number): number =>
    width > 0 ? Math.ceil(width * size + LABEL_SLACK_PIXELS + BAR_VALUE_GAP * size) : 0;
  const plotWidth = notesEdge - nameWidth - NAME_GAP * size;
  const canWriteValues =
    negative + positive > 0 && plotWidth - valueSpace(negative) - valueSpace(positive) >= room.width * MIN_PLOT_WIDTH;
  const axisHeight = line + Math.ceil(BAR_TICK_GAP * size);
  const stepHeight = (isDirect: boolean): number =>
    Math.min((room.height - top - (isDirect ? 0 : axisHeight)) / count, MAX_STEP_HEIGHT * room.unit);
  const thickness = valueBarsOf(data, stepHeight(true), room.unit)[0]?.thickness ?? 0;
  const minCategoryHeight = MIN_LINES_OF_CATEGORY * line;
  const isDirect =
    canWriteValues && (data.series.length === 1 ? stepHeight(true) >= minCategoryHeight : thickness * 1.08 >= line);
  const step = stepHeight(isDirect);
  const maxLines = Math.max(1, Math.min(MAX_LINES, Math.floor((step - NAME_SPACING * size) / line)));
  const interval = Math.max(1, Math.ceil(minCategoryHeight / step));
  const names = await fitChartLabels(
    categories.map((paragraph) => ({ paragraph, width: nameWidth })),
    size,
    maxLines,
    measure,
  );
  const isComplete =
    interval === 1 &&
    !legend.cut &&
    !notes.cut &&
    names.every(({ isCut }) => !isCut) &&
    categories.every((paragraph) => wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= nameWidth);
  const margins = {
    marginBefore: isDirect ? valueSpace(negative) : 0,
    marginAfter:
      (isDirect ? valueSpace(positive) : barTickMargin(chart, size)) +
      (namesSeriesAtBars ? widthOfBarSeriesNames(chart, size) : 0),
  };
  return {
    size,
    line,
    legend,
    notes,
    notesEdge,
    names,
    nameWidth,
    interval,
    isDirect,
    ...margins,
    step,
    isComplete,
    namesSeriesAtBars,
  };
}

/** Puts all parts of the chart into their places. `lacksNames`: series that should be named at their bars, and have no room there. */
function composeBars(
  chart: MeasuredChart,
  attempt: BarAttempt,
  room: AvailableChartSpace,
): { arranged: ArrangedChart; lacksNames: boolean } {
  const { data, fillOf, isLit, axis, tight } = chart;
  const {
    size,
    line,
    legend,
    notes,
    notesEdge: edge,
    names,
    nameWidth,
    interval,
    isDirect,
    marginBefore,
    marginAfter,
    step,
  } = attempt;
  const left = Math.round(nameWidth + NAME_GAP * size);
  // The first number of an axis is centred below the end of the names: half of it needs room there as well.
  const start = left + (isDirect ? marginBefore : Math.max(0, barTickMargin(chart, size) - left));
  const scale = scaleLinear()
    .domain(isDirect ? tight.domain : axis.domain)
    .range([start, edge - marginAfter]);
  const xOf = (value: number): number => scale(value);
  const top = legend.height + notes.above;
  const bottom = Math.round(top + step * data.categories.length);
  const axisDrawing = barAxisParts(chart, attempt, xOf, [top, bottom], room);
  const isStacked = isChartStacked(data);
  const radius = isStacked ? 0 : Math.round(room.radius * room.unit);
  const bars = valueBarsOf(data, step, room.unit);
  const marks = bars.map((bar): ChartSvgShape => {
    const { part, category, from, to, offset, thickness } = bar;
    const [fromX, toX] = [xOf(from), xOf(to)];
    const gap = isStacked && from !== 0 ? Math.min(Math.max(1, room.unit * 0.002), Math.abs(fromX - toX) / 2) : 0;
    const x = Math.min(fromX, toX) + (to > from ? gap : 0);
    const width = Math.max(Math.abs(fromX - toX) - gap, to === from ? 0 : 1);
    const end = to < from ? 'left' : 'right';
    const entrance = {
      box: { x, y: top + offset, width, height: thickness },
      turn: category,
      shape: barEntranceShapeOf(bars, bar, end, xOf, radius),
    };
    const [near, tip] = to < from ? [x + width, x] : [x, x + width];
    const barPlace = { start: near, end: tip, offset: top + offset, thickness, radius };
    return {
      part,
      ...svgShapeOfMarkForm(barMarkForm(`bar ${part} ${category}`, barPlace, fillOf(part, category), false)),
      entrance,
    };
  });
  const valueLabels = isDirect ? barValueLabels(chart, bars, { size, line, top, xOf }) : [];
  const insideLabels = valueLabelsInBars(chart, bars, { size, line, top, xOf });
  const noteParts = placeBarNotes(
    chart,
    notes,
    { size, line, top, bottom, step, notesEdge: edge, xOf, bars, valueLabels },
    room,
  );
  const nameLabels = names.flatMap(({ paragraph, height }, i): PositionedChartLabel[] => {
    if (i % interval !== 0) return [];
    const y = Math.round(top + (i + 0.5) * step - height / 2);
    const box = { x: 0, y, width: nameWidth, height };
    const color = isLit(i) ? 'text' : 'muted';
    return [{ paragraph, box, side: 'right', color, key: `category ${i}` }];
  });
  const axisHeight = isDirect ? 0 : line + Math.ceil(BAR_TICK_GAP * size);
  const seriesNames = attempt.namesSeriesAtBars
    ? barSeriesNameLabels(chart, bars, { size, line, top, xOf }, valueLabels, edge)
    : [];
  const arranged: ArrangedChart = {
    size,
    height: bottom + axisHeight,
    cut: legend.cut || notes.cut || names.some(({ isCut }) => isCut) || doesThinningLoseNames(chart, interval),
    plot: { left: start, right: edge - marginAfter },
    shapes: [...legend.shapes, ...axisDrawing.shapes, ...marks, axisDrawing.base, ...noteParts.shapes],
    labels: [
      ...legend.labels,
      ...axisDrawing.labels,
      ...nameLabels,
      ...valueLabels,
      ...insideLabels,
      ...noteParts.labels,
      ...(seriesNames ?? []),
    ],
  };
  return { arranged, lacksNames: seriesNames === undefined };
}

/** Arranges bars in the largest size of type in which all names are whole; undefined if they are not whole in any size. */
export async function arrangeBarsWithWholeNames(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart | undefined> {
  for (const part of fontSizesDownToSmallest(AXIS_CHART_FONT_SIZES, room)) {
    const size = Math.round(part * room.unit * 4) / 4;
    for (const namesSeriesAtBars of canNameSeriesAtBars(chart.data) ? [true, false] : [false]) {
      const attempt = await attemptBars(chart, size, room, measure, namesSeriesAtBars);
      const { arranged, lacksNames } = composeBars(chart, attempt, room);
      if (attempt.isComplete && !lacksNames) return arranged;
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
  const wholeChart = await arrangeBarsWithWholeNames(chart, room, measure);
  if (wholeChart) return wholeChart;
  const size = Math.round(room.smallest * 4) / 4;
  return composeBars(chart, await attemptBars(chart, size, room, measure), room).arranged;
}
