import { scaleLinear } from 'd3-scale';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { arrangeBarsWithWholeNames } from './arrange-bars.ts';
import { addVerticalAxisTitleToLegend } from './axis-title.ts';
import {
  areCategoriesOrdered,
  type CategoryLabels,
  type CategoryPositions,
  categoryLabelsSideBySide,
  thinnedCategoryLabels,
  turnedCategoryLabels,
} from './category-labels.ts';
import type { ArrangedChart, AvailableChartSpace, MeasuredChart } from './chart-model.ts';
import {
  COLUMN_TICK_GAP_EM,
  COLUMN_VALUE_GAP_EM,
  chartTargetLineShapes,
  columnAxisParts,
  columnValueLabels,
  endLabelPositions,
  sortMutedMarksFirst,
  topOfHighestMarkOfCategory,
  valueLabelsInColumns,
  waterfallConnectors,
} from './column-parts.ts';
import { type ChartEndLabels, fitEndLabels, placeEndLabels } from './end-labels.ts';
import { LABEL_SLACK_PIXELS } from './labels.ts';
import { arrangeChartLegend, type ChartLegend, NO_CHART_LEGEND, needsChartLegend } from './legend.ts';
import { arrangeChartNotes, NO_CHART_NOTES, type NotesBandAbovePlot } from './notes-band.ts';
import { type ChartPlot, columnMarks, lineAndAreaMarks, valueBarsOf } from './plot-marks.ts';
import { AXIS_CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** Names in an order are thinned before they are smaller than this, a fraction of the unit. */
const READABLE_SIZE = 0.0255;
/** Sizes of type that are attempted after the usual ones, fractions of the unit. */
const SMALL_SIZES = [0.0262, 0.023, 0.021];
/** Space above the names below an axis, in sizes of type. */
const NAME_GAP = 0.45;
/** The smallest height of the plot, as a fraction of the room. */
const MIN_PLOT_HEIGHT = 0.42;
/** Notes are left out if the plot below them would be lower than this fraction of the room. */
const MIN_PLOT_HEIGHT_WITH_NOTES = 0.25;
/** The largest height of the names of categories, as a fraction of the room. */
const MAX_NAMES_HEIGHT = 0.36;
/** The left margin for turned names, which extend to the left of their category; a part of the width. */
const TURNED_MARGIN = 0.085;

/** The room of a chart, divided before the names of categories are placed; pixels. */
interface ChartOutline {
  /** Size of type. */
  size: number;
  /** Height of a line. */
  line: number;
  legend: ChartLegend;
  /** True if values are written at their bars, and there is no axis. */
  isDirect: boolean;
  /** The labels at the ends of lines. */
  endLabels: ChartEndLabels;
  notes: NotesBandAbovePlot;
  /** The edges of the plot. */
  left: number;
  right: number;
}

/** Reports whether columns have values to write, each with room above or below its column. @param step width of a category, in pixels */
function doValuesFit({ data, values, widthOf }: MeasuredChart, size: number, step: number, unit: number): boolean {
  if (!['column', 'waterfall'].includes(data.type) || values.flat().every((value) => value === undefined)) return false;
  const [firstBar] = valueBarsOf(data, step, unit);
  const pitch = data.series.length === 1 ? step * 0.94 : (firstBar?.thickness ?? 0) * 1.08;
  return values.flat().every((value) => !value || widthOf(value) * size + LABEL_SLACK_PIXELS + 0.2 * size <= pitch);
}

/** Divides the room of a chart in a size of type. @param margin the smallest left margin, a part of the width */
async function outlineAt(
  chart: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
  margin: number,
): Promise<ChartOutline> {
  const { data, axis, widthOf } = chart;
  const endLabels = await fitEndLabels(chart, size, room, measure);
  const hasLegend = needsChartLegend(data) && !endLabels.hasNames;
  const seriesLegend = hasLegend ? await arrangeChartLegend(chart, size, room.width, measure) : NO_CHART_LEGEND;
  const legend = await addVerticalAxisTitleToLegend(chart, seriesLegend, room, measure);
  const right = room.width - endLabels.width;
  const count = Math.max(1, data.categories.length);
  const minLeft = Math.round(margin * room.width);
  const isDirect = doValuesFit(chart, size, (right - minLeft) / count, room.unit);
  const tickWidth = Math.max(...axis.labels.map((label) => widthOf(label))) * size + LABEL_SLACK_PIXELS;
  const left = Math.max(minLeft, isDirect ? 0 : Math.ceil(tickWidth + COLUMN_TICK_GAP_EM * size));
  return {
    size,
    line: Math.ceil(chart.leading * size),
    legend,
    isDirect,
    endLabels,
    notes: NO_CHART_NOTES,
    left,
    right,
  };
}

function categoryPositions(
  { left, right }: ChartOutline,
  { data }: MeasuredChart,
  room: AvailableChartSpace,
): CategoryPositions {
  const step = (right - left) / Math.max(1, data.categories.length);
  const centers = data.categories.map((_, i) => left + (i + 0.5) * step);
  return { width: room.width, step, centers, height: Math.round(room.height * MAX_NAMES_HEIGHT) };
}

/** Reports whether values may be written below the base line. */
const writesBelow = (data: MeasuredChart['data']): boolean =>
  data.type === 'waterfall'
    ? barsOfWaterfall(data).some(({ from, value }) => from === 0 && value < 0)
    : data.series.some(({ values }) => values.some((each) => (each ?? 0) < 0));

/** Top and bottom of the plot, between the legend and the names, with room for the values at its bars; pixels from the top. */
function plotHeights(
  chart: MeasuredChart,
  outline: ChartOutline,
  names: CategoryLabels,
  { height }: AvailableChartSpace,
) {
  const { size, line, legend, notes, isDirect } = outline;
  const valueHeight = Math.ceil(line + COLUMN_VALUE_GAP_EM * size);
  const hasNegative = writesBelow(chart.data);
  const top = legend.height + notes.height + (isDirect ? valueHeight : Math.ceil(line / 2));
  const namesTop = height - names.height;
  // The lowest number of an axis reaches below the plot by half a line.
  const gapAboveNames = Math.max(NAME_GAP * size, isDirect ? 0 : line / 2 + 2);
  const bottom = namesTop - Math.ceil(gapAboveNames) - (isDirect && hasNegative ? valueHeight : 0);
  return { top, bottom: Math.max(top + 2, bottom), namesTop };
}

const isHighEnough = (
  { top, bottom }: { top: number; bottom: number },
  { height }: AvailableChartSpace,
  part = MIN_PLOT_HEIGHT,
): boolean => bottom - top >= height * part;

/** Puts all parts of the chart into their places. */
function composeChart(
  chart: MeasuredChart,
  outline: ChartOutline,
  names: CategoryLabels,
  positions: CategoryPositions,
  room: AvailableChartSpace,
): ArrangedChart {
  const { size, line, legend, isDirect, left, right } = outline;
  const { top, bottom, namesTop } = plotHeights(chart, outline, names, room);
  const { data, axis, tight } = chart;
  const scale = scaleLinear()
    .domain(isDirect ? tight.domain : axis.domain)
    .range([bottom, top]);
  const { centers, step } = positions;
  const radius = Math.round(room.radius * room.unit);
  const plot: ChartPlot = {
    left,
    right,
    top,
    bottom,
    centers,
    step,
    yOf: (value) => scale(value),
    unit: room.unit,
    radius,
  };
  const axisDrawing = columnAxisParts(chart, outline, plot, room);
  const isColumns = data.type === 'column' || data.type === 'waterfall' || data.type === 'combo';
  const hasLines = !isColumns || data.type === 'combo';
  const marks = [
    ...waterfallConnectors(data, plot, room),
    ...(isColumns ? columnMarks(chart, plot) : []),
    ...(hasLines ? lineAndAreaMarks(chart, plot) : []),
  ];
  const endParts = placeEndLabels(chart, size, outline.endLabels, endLabelPositions(data, plot));
  const valueLabels = isDirect ? columnValueLabels(chart, outline, plot) : [];
  const target = chartTargetLineShapes(data, plot, valueLabels, room);
  const insideLabels = isColumns ? valueLabelsInColumns(chart, outline, plot) : [];
  const topOf = (category: number): number => {
    const valueHeight = isDirect ? line + COLUMN_VALUE_GAP_EM * size : 0;
    return topOfHighestMarkOfCategory(data, category, plot) - valueHeight - (hasLines ? size * 0.4 : 0);
  };
  const notes = outline.notes.place(legend.height, topOf);
  return {
    size,
    height: room.height,
    cut: legend.cut || names.cut || outline.notes.cut || endParts.cut,
    isStepwise: data.type === 'waterfall',
    plot: { left, right },
    shapes: [
      ...legend.shapes,
      ...axisDrawing.shapes,
      ...notes.shapes,
      ...sortMutedMarksFirst(chart, marks),
      ...axisDrawing.base,
      ...target,
      ...endParts.shapes,
    ],
    labels: [
      ...legend.labels,
      ...axisDrawing.labels,
      ...names.labels.map((label) => ({ ...label, box: { ...label.box, y: label.box.y + namesTop } })),
      ...valueLabels,
      ...insideLabels,
      ...endParts.labels,
      ...notes.labels,
    ],
  };
}

/**
 * Arranges columns, lines and areas. If the names of categories do not fit side by side, other forms are tried in this order: wrapped
 * names; only some of the dates or numbers; bars instead of columns, if their names fit; smaller names; turned and cut names.
 * @throws RangeError if turned names do not fit, which does not happen: they are cut
 */
export async function arrangeColumnsAndLines(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  const attemptAt = async (
    part: number,
    margin: number,
    label: (
      size: number,
      positions: CategoryPositions,
    ) => Promise<CategoryLabels | undefined> | CategoryLabels | undefined,
    isLast = false,
  ): Promise<ArrangedChart | undefined> => {
    const size = Math.round(part * room.unit * 4) / 4;
    const outlineWithoutNotes = await outlineAt(chart, size, room, measure, margin);
    const positions = categoryPositions(outlineWithoutNotes, chart, room);
    const names = await label(size, positions);
    if (!names) return undefined;
    const notes = await arrangeChartNotes(chart, size, positions.centers, room, measure);
    const outline = { ...outlineWithoutNotes, notes };
    if (isLast && !isHighEnough(plotHeights(chart, outline, names, room), room, MIN_PLOT_HEIGHT_WITH_NOTES))
      return composeChart(
        chart,
        { ...outlineWithoutNotes, notes: { ...NO_CHART_NOTES, cut: notes.height > 0 } },
        names,
        positions,
        room,
      );
    if (!isLast && (outline.legend.cut || notes.cut || !isHighEnough(plotHeights(chart, outline, names, room), room)))
      return undefined;
    return composeChart(chart, outline, names, positions, room);
  };
  const labelsInRow = (size: number, positions: CategoryPositions) =>
    categoryLabelsSideBySide(chart, size, positions, measure);
  const thinnedLabels = (size: number, positions: CategoryPositions) => thinnedCategoryLabels(chart, size, positions);
  const isOrdered = areCategoriesOrdered(chart);
  const smallSizes = fontSizesDownToSmallest(SMALL_SIZES, room);
  const smallest = room.smallest / room.unit;
  const labelAttempts = AXIS_CHART_FONT_SIZES.filter((part) => part >= READABLE_SIZE).map((part) => ({
    part,
    label: labelsInRow,
  }));
  for (const { part, label } of [
    ...labelAttempts,
    ...(isOrdered ? smallSizes.map((part) => ({ part, label: thinnedLabels })) : []),
  ]) {
    const arranged = await attemptAt(part, 0, label);
    if (arranged) return arranged;
  }
  const arrangedBars =
    chart.data.type === 'column' && !isOrdered ? await arrangeBarsWithWholeNames(chart, room, measure) : undefined;
  if (arrangedBars) return arrangedBars;
  for (const part of smallSizes) {
    const arranged = await attemptAt(part, 0, labelsInRow);
    if (arranged) return arranged;
  }
  const turnedLabels = (size: number, positions: CategoryPositions) =>
    turnedCategoryLabels(chart, size, positions, measure);
  const arranged = await attemptAt(smallSizes.at(-1) ?? smallest, TURNED_MARGIN, turnedLabels);
  if (arranged) return arranged;
  const lastAttempt = await attemptAt(smallest, TURNED_MARGIN, turnedLabels, true);
  if (!lastAttempt) throw new RangeError('turned names always fit');
  return lastAttempt;
}
