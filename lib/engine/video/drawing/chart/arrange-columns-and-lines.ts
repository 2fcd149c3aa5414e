import { scaleLinear } from 'd3-scale';
import type { Measure } from '../text/paragraph-node.ts';
import { barsWithWholeNames } from './arrange-bars.ts';
import {
  areOrdered,
  type CategoryLabels,
  type CategoryPlaces,
  labelsInRow,
  labelsThinned,
  labelsTurned,
} from './category-labels.ts';
import type { ArrangedChart, ChartRoom, ChartShape, MeasuredChart, PlacedLabel } from './chart-model.ts';
import { endLabels, endLabelsWidth } from './end-labels.ts';
import { LABEL_SLACK } from './labels.ts';
import { arrangeLegend, type Legend, NO_LEGEND } from './legend.ts';
import { barsOf, columnShapes, lineShapes, type Plot } from './plot-marks.ts';
import { boxShape } from './svg-shapes.ts';
import { CHART_SIZES, SMALLEST_SIZE } from './type-sizes.ts';

/** Names in an order are thinned before they are smaller than this, a fraction of the unit. */
const READABLE_SIZE = 0.0255;
const SMALL_SIZES = [0.0255, 0.023, 0.021];
/** Spaces in sizes of type: next to the numbers of an axis, above the names below it, between a bar and its value. */
const TICK_GAP = 0.6;
const NAME_GAP = 0.45;
const VALUE_GAP = 0.2;
/** The smallest height of the plot, a part of the room. */
const MIN_PLOT_HEIGHT = 0.42;
const MAX_NAMES_HEIGHT = 0.36;
/** The left margin for turned names, which extend to the left of their category; a part of the width. */
const TURNED_MARGIN = 0.085;

/** The room of a chart, divided before the names of categories are placed; pixels. */
interface Outline {
  size: number;
  line: number;
  legend: Legend;
  /** Values are written at their bars, and there is no axis. */
  isDirect: boolean;
  left: number;
  right: number;
}

/** Reports whether each value has room above or below its bar. */
function valuesFit({ data, values, widthOf }: MeasuredChart, size: number, step: number, unit: number): boolean {
  if (data.type !== 'column' || values.flat().every((value) => value === undefined)) return false;
  const [first] = barsOf(data, step, unit);
  const pitch = data.series.length === 1 ? step * 0.94 : (first?.thickness ?? 0) * 1.08;
  return values.flat().every((value) => !value || widthOf(value) * size + LABEL_SLACK + 0.2 * size <= pitch);
}

async function outlineAt(
  chart: MeasuredChart,
  size: number,
  room: ChartRoom,
  measure: Measure,
  margin: number,
): Promise<Outline> {
  const { data, axis, widthOf } = chart;
  const ends = endLabelsWidth(chart, size, room);
  const hasLegend = data.series.length > 1 && ends === undefined;
  const legend = hasLegend ? await arrangeLegend(chart, size, room.width, measure) : NO_LEGEND;
  const right = room.width - (ends ?? 0);
  const count = Math.max(1, data.categories.length);
  const least = Math.round(margin * room.width);
  const isDirect = valuesFit(chart, size, (right - least) / count, room.unit);
  const ticks = Math.max(...axis.labels.map((label) => widthOf(label))) * size + LABEL_SLACK;
  const left = Math.max(least, isDirect ? 0 : Math.ceil(ticks + TICK_GAP * size));
  return { size, line: Math.ceil(chart.leading * size), legend, isDirect, left, right };
}

function placesIn({ left, right }: Outline, { data }: MeasuredChart, room: ChartRoom): CategoryPlaces {
  const step = (right - left) / Math.max(1, data.categories.length);
  const centers = data.categories.map((_, i) => left + (i + 0.5) * step);
  return { width: room.width, step, centers, height: Math.round(room.height * MAX_NAMES_HEIGHT) };
}

/** Top and bottom of the plot, between the legend and the names, with room for the values at its bars; pixels from the top. */
function plotHeights(chart: MeasuredChart, outline: Outline, names: CategoryLabels, { height }: ChartRoom) {
  const { size, line, legend, isDirect } = outline;
  const value = Math.ceil(line + VALUE_GAP * size);
  const hasNegative = chart.data.series.some(({ values }) => values.some((each) => (each ?? 0) < 0));
  const top = legend.height + (isDirect ? value : Math.ceil(line / 2));
  const namesTop = height - names.height;
  // The lowest number of an axis reaches below the plot by half a line.
  const above = Math.max(NAME_GAP * size, isDirect ? 0 : line / 2 + 2);
  const bottom = namesTop - Math.ceil(above) - (isDirect && hasNegative ? value : 0);
  return { top, bottom: Math.max(top + 2, bottom), namesTop };
}

const isHighEnough = ({ top, bottom }: { top: number; bottom: number }, { height }: ChartRoom): boolean =>
  bottom - top >= height * MIN_PLOT_HEIGHT;

/** The lines behind the plot with their numbers. If these would overlap, only every second, third … is shown. */
function axisParts(chart: MeasuredChart, outline: Outline, plot: Plot, room: ChartRoom) {
  const { ticks, labels } = chart.axis;
  const { size, line, isDirect, left } = outline;
  const thickness = Math.max(1, Math.round(room.unit * 0.0016));
  const width = plot.right - plot.left;
  const shapes: ChartShape[] = [];
  const placed: PlacedLabel[] = [];
  const [first = 0, second = first + 1] = ticks;
  const tickDistance = Math.abs(plot.yOf(second) - plot.yOf(first));
  const each = Math.max(1, Math.ceil((line + 1) / Math.max(1, tickDistance)));
  const zero = ticks.indexOf(0);
  for (const [i, tick] of isDirect ? [] : ticks.entries()) {
    if ((i - Math.max(0, zero)) % each !== 0) continue;
    const y = Math.round(plot.yOf(tick));
    if (tick !== 0) shapes.push({ svg: boxShape(plot.left, y, width, thickness, room.grid) });
    const paragraph = labels[i];
    const box = { x: 0, y: Math.round(y - line / 2), width: left - Math.round(TICK_GAP * size), height: line };
    if (paragraph) placed.push({ paragraph, box, side: 'right', color: 'muted' });
  }
  const [low, high] = isDirect ? chart.tight.domain : chart.axis.domain;
  const base =
    low <= 0 && high >= 0 ? [boxShape(plot.left, Math.round(plot.yOf(0)), width, thickness + 1, room.base)] : [];
  return { shapes, labels: placed, base: base.map((svg): ChartShape => ({ svg })) };
}

/** The values at the ends of columns. */
function valueLabels({ data, values, widthOf }: MeasuredChart, { size, line }: Outline, plot: Plot): PlacedLabel[] {
  return barsOf(data, plot.step, plot.unit).flatMap(({ part, category, value, offset, thickness }): PlacedLabel[] => {
    const paragraph = values[part]?.[category];
    if (!paragraph) return [];
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK;
    const y = plot.yOf(value);
    const beside = VALUE_GAP * size;
    const box = {
      x: Math.round(plot.left + offset + thickness / 2 - width / 2),
      y: Math.round(value < 0 ? y + beside : y - beside - line),
      width,
      height: line,
    };
    return [{ paragraph, box, side: 'center', color: 'text', part }];
  });
}

/** Puts all parts of the chart into their places. */
function composeChart(
  chart: MeasuredChart,
  outline: Outline,
  names: CategoryLabels,
  places: CategoryPlaces,
  room: ChartRoom,
): ArrangedChart {
  const { size, legend, isDirect, left, right } = outline;
  const { top, bottom, namesTop } = plotHeights(chart, outline, names, room);
  const { data, axis, tight, colors } = chart;
  const scale = scaleLinear()
    .domain(isDirect ? tight.domain : axis.domain)
    .range([bottom, top]);
  const { centers, step } = places;
  const radius = Math.round(room.radius * room.unit);
  const plot: Plot = {
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
  const axisDrawing = axisParts(chart, outline, plot, room);
  const marks = data.type === 'column' ? columnShapes(data, plot, colors) : lineShapes(data, plot, colors);
  const named = endLabelsWidth(chart, size, room) === undefined ? undefined : lineNames(chart, size, plot);
  return {
    size,
    height: room.height,
    cut: legend.cut || names.cut,
    shapes: [...legend.shapes, ...axisDrawing.shapes, ...marks, ...axisDrawing.base, ...(named?.shapes ?? [])],
    labels: [
      ...legend.labels,
      ...axisDrawing.labels,
      ...names.labels.map((label) => ({ ...label, box: { ...label.box, y: label.box.y + namesTop } })),
      ...(isDirect ? valueLabels(chart, outline, plot) : []),
      ...(named?.labels ?? []),
    ],
  };
}

/** The names of lines at the heights of their last known values. */
function lineNames(chart: MeasuredChart, size: number, plot: Plot) {
  const ends = chart.data.series.map(({ values }) => {
    const last = values.findLast((value) => value !== null);
    return last === undefined || last === null ? plot.bottom : plot.yOf(last);
  });
  const x = plot.centers.at(-1) ?? plot.right;
  return endLabels(chart, size, Math.max(x, plot.right - plot.step / 2), ends, plot);
}

/**
 * Arranges columns, lines and areas. If the names of categories do not fit side by side, these are tried in turn: wrapped names; dates and
 * numbers thinned; bars instead of columns, if they have room for their names; smaller names; names that are turned and cut.
 */
export async function arrangeColumnsAndLines(
  chart: MeasuredChart,
  room: ChartRoom,
  measure: Measure,
): Promise<ArrangedChart> {
  const attemptAt = async (
    part: number,
    margin: number,
    label: (size: number, places: CategoryPlaces) => Promise<CategoryLabels | undefined> | CategoryLabels | undefined,
    isLast = false,
  ): Promise<ArrangedChart | undefined> => {
    const size = Math.round(part * room.unit * 4) / 4;
    const outline = await outlineAt(chart, size, room, measure, margin);
    const places = placesIn(outline, chart, room);
    const names = await label(size, places);
    if (!names) return undefined;
    if (!isLast && (outline.legend.cut || !isHighEnough(plotHeights(chart, outline, names, room), room)))
      return undefined;
    return composeChart(chart, outline, names, places, room);
  };
  const inRow = (size: number, places: CategoryPlaces) => labelsInRow(chart, size, places, measure);
  const thinned = (size: number, places: CategoryPlaces) => labelsThinned(chart, size, places);
  const ordered = areOrdered(chart);
  const large = CHART_SIZES.filter((part) => part >= READABLE_SIZE).map((part) => ({ part, label: inRow }));
  for (const { part, label } of [...large, ...(ordered ? SMALL_SIZES.map((part) => ({ part, label: thinned })) : [])]) {
    const arranged = await attemptAt(part, 0, label);
    if (arranged) return arranged;
  }
  const bars = chart.data.type === 'column' && !ordered ? await barsWithWholeNames(chart, room, measure) : undefined;
  if (bars) return bars;
  for (const part of SMALL_SIZES) {
    const arranged = await attemptAt(part, 0, inRow);
    if (arranged) return arranged;
  }
  const turned = (size: number, places: CategoryPlaces) => labelsTurned(chart, size, places, measure);
  const arranged = await attemptAt(SMALL_SIZES.at(-1) ?? SMALLEST_SIZE, TURNED_MARGIN, turned);
  if (arranged) return arranged;
  const last = await attemptAt(SMALLEST_SIZE, TURNED_MARGIN, turned, true);
  if (!last) throw new RangeError('turned names always fit');
  return last;
}
