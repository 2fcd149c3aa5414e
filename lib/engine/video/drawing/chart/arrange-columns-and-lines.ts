import { scaleLinear } from 'd3-scale';
import type { Measure } from '../text/paragraph-node.ts';
import { barsFitWell } from './arrange-bars.ts';
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

/** Names below a line are thinned before they are smaller than this. */
const READABLE = 0.0255;
const SMALL_SIZES = [0.0255, 0.023, 0.021];
/** Spaces in sizes of type: next to the numbers of an axis, above the names below it, between a bar and its value. */
const AFTER_TICKS = 0.6;
const ABOVE_NAMES = 0.45;
const BESIDE_VALUE = 0.2;
/** A plot lower than this part of its room says little. */
const MIN_PLOT = 0.42;
const MAX_NAMES = 0.36;
/** Turned names reach to the left of the first of them. */
const TURNED_MARGIN = 0.085;

/** The parts of the room before the names of categories have theirs. */
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
function valuesFit({ data, values, widthOf }: MeasuredChart, size: number, step: number, short: number): boolean {
  if (data.type !== 'column' || values.flat().every((value) => value === undefined)) return false;
  const [first] = barsOf(data, step, short);
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
  const isDirect = valuesFit(chart, size, (right - least) / count, room.short);
  const ticks = Math.max(...axis.labels.map((label) => widthOf(label))) * size + LABEL_SLACK;
  const left = Math.max(least, isDirect ? 0 : Math.ceil(ticks + AFTER_TICKS * size));
  return { size, line: Math.ceil(chart.leading * size), legend, isDirect, left, right };
}

function placesIn({ left, right }: Outline, { data }: MeasuredChart, room: ChartRoom): CategoryPlaces {
  const step = (right - left) / Math.max(1, data.categories.length);
  const centers = data.categories.map((_, i) => left + (i + 0.5) * step);
  return { width: room.width, step, centers, height: Math.round(room.height * MAX_NAMES) };
}

/** Heights at which the plot starts and ends below the legend and above the names; the values at its bars are in it. */
function plotHeights(chart: MeasuredChart, outline: Outline, names: CategoryLabels, { height }: ChartRoom) {
  const { size, line, legend, isDirect } = outline;
  const value = Math.ceil(line + BESIDE_VALUE * size);
  const hasNegative = chart.data.series.some(({ values }) => values.some((each) => (each ?? 0) < 0));
  const top = legend.height + (isDirect ? value : Math.ceil(line / 2));
  const namesTop = height - names.height;
  // The lowest number of an axis reaches below the plot by half a line.
  const above = Math.max(ABOVE_NAMES * size, isDirect ? 0 : line / 2 + 2);
  const bottom = namesTop - Math.ceil(above) - (isDirect && hasNegative ? value : 0);
  return { top, bottom: Math.max(top + 2, bottom), namesTop };
}

const isHighEnough = ({ top, bottom }: { top: number; bottom: number }, { height }: ChartRoom): boolean =>
  bottom - top >= height * MIN_PLOT;

/** The lines behind the plot with their numbers; of numbers that would cover one another every second, third … */
function axisParts(chart: MeasuredChart, outline: Outline, plot: Plot, room: ChartRoom) {
  const { ticks, labels } = chart.axis;
  const { size, line, isDirect, left } = outline;
  const thickness = Math.max(1, Math.round(room.short * 0.0016));
  const width = plot.right - plot.left;
  const shapes: ChartShape[] = [];
  const placed: PlacedLabel[] = [];
  const [first = 0, second = first + 1] = ticks;
  const apart = Math.abs(plot.yOf(second) - plot.yOf(first));
  const each = Math.max(1, Math.ceil((line + 1) / Math.max(1, apart)));
  const zero = ticks.indexOf(0);
  for (const [i, tick] of isDirect ? [] : ticks.entries()) {
    if ((i - Math.max(0, zero)) % each !== 0) continue;
    const y = Math.round(plot.yOf(tick));
    if (tick !== 0) shapes.push({ svg: boxShape(plot.left, y, width, thickness, room.grid) });
    const paragraph = labels[i];
    const box = { x: 0, y: Math.round(y - line / 2), width: left - Math.round(AFTER_TICKS * size), height: line };
    if (paragraph) placed.push({ paragraph, box, side: 'right', color: 'muted' });
  }
  const [low, high] = isDirect ? chart.tight.domain : chart.axis.domain;
  const base =
    low <= 0 && high >= 0 ? [boxShape(plot.left, Math.round(plot.yOf(0)), width, thickness + 1, room.base)] : [];
  return { shapes, labels: placed, base: base.map((svg): ChartShape => ({ svg })) };
}

/** The values at the ends of columns. */
function valueLabels({ data, values, widthOf }: MeasuredChart, { size, line }: Outline, plot: Plot): PlacedLabel[] {
  return barsOf(data, plot.step, plot.short).flatMap(({ part, category, value, offset, thickness }): PlacedLabel[] => {
    const paragraph = values[part]?.[category];
    if (!paragraph) return [];
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK;
    const y = plot.yOf(value);
    const beside = BESIDE_VALUE * size;
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
function composed(
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
  const radius = Math.round(room.radius * room.short);
  const plot: Plot = {
    left,
    right,
    top,
    bottom,
    centers,
    step,
    yOf: (value) => scale(value),
    short: room.short,
    radius,
  };
  const behind = axisParts(chart, outline, plot, room);
  const marks = data.type === 'column' ? columnShapes(data, plot, colors) : lineShapes(data, plot, colors);
  const named = endLabelsWidth(chart, size, room) === undefined ? undefined : lineNames(chart, size, plot);
  return {
    size,
    height: room.height,
    cut: legend.cut || names.cut,
    shapes: [...legend.shapes, ...behind.shapes, ...marks, ...behind.base, ...(named?.shapes ?? [])],
    labels: [
      ...legend.labels,
      ...behind.labels,
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
 * Arranges columns, lines and areas. Names of categories that do not fit side by side are wrapped; then dates and numbers
 * are thinned, and columns become bars where those have room for their names; else names are smaller, and at last turned
 * and cut.
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
    const size = Math.round(part * room.short * 4) / 4;
    const outline = await outlineAt(chart, size, room, measure, margin);
    const places = placesIn(outline, chart, room);
    const names = await label(size, places);
    if (!names) return undefined;
    if (!isLast && (outline.legend.cut || !isHighEnough(plotHeights(chart, outline, names, room), room)))
      return undefined;
    return composed(chart, outline, names, places, room);
  };
  const inRow = (size: number, places: CategoryPlaces) => labelsInRow(chart, size, places, measure);
  const thinned = (size: number, places: CategoryPlaces) => labelsThinned(chart, size, places);
  const ordered = areOrdered(chart);
  const large = CHART_SIZES.filter((part) => part >= READABLE).map((part) => ({ part, label: inRow }));
  for (const { part, label } of [...large, ...(ordered ? SMALL_SIZES.map((part) => ({ part, label: thinned })) : [])]) {
    const arranged = await attemptAt(part, 0, label);
    if (arranged) return arranged;
  }
  const bars = chart.data.type === 'column' && !ordered ? await barsFitWell(chart, room, measure) : undefined;
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
