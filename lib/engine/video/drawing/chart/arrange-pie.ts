import { arc, pie } from 'd3-shape';
import { hasParagraphCountUpNumber } from '../text/counting.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartShape,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { shapeOfForm } from './mark-forms.ts';
import { filledBoxSvg } from './svg-shapes.ts';
import { fontSizesDownToSmallest, PIE_CHART_FONT_SIZES } from './type-sizes.ts';

const MAX_COLUMNS = 3;
const MAX_LINES = 2;
/** Spaces in sizes of type: the mark before a name and what follows it, before a value, between rows, between columns. */
const MARK_SIZE = 0.72;
const MARK_GAP = 0.5;
const VALUE_GAP = 0.9;
const ROW_GAP = 0.42;
const COLUMN_GAP = 1.6;
/** Between the pie and its names, a fraction of the unit. */
const PIE_GAP = 0.075;
const HOLE_PART = 0.58;
/** The width and the size of type of the figure in a hole, parts of its diameter. */
const FIGURE = { width: 0.76, height: 0.34 } as const;
/** A list next to a pie is widened to its room, up to this many times its width. */
const MAX_STRETCH = 1.7;
/** The largest diameter: parts of the width next to the names, and of width and height above them. */
const MAX_PIE_NEXT_TO = 0.46;
const MAX_PIE_ABOVE = { width: 0.66, height: 0.5 };
/** Width : height from which the names are next to the pie. */
const MIN_RATIO_NEXT_TO = 1.25;

/** Places of the pie and its names; pixels. */
interface PieRoom {
  center: readonly [x: number, y: number];
  radius: number;
  names: { x: number; y: number; width: number; height: number };
  isNextTo: boolean;
}

function roomsOf({ width, height, unit }: AvailableChartSpace): PieRoom {
  const gap = Math.round(PIE_GAP * unit);
  if (width >= height * MIN_RATIO_NEXT_TO) {
    const across = Math.floor(Math.min(height, width * MAX_PIE_NEXT_TO));
    const x = across + gap;
    const names = { x, y: 0, width: width - x, height };
    return { center: [across / 2, height / 2], radius: across / 2, names, isNextTo: true };
  }
  const across = Math.floor(Math.min(width * MAX_PIE_ABOVE.width, height * MAX_PIE_ABOVE.height));
  const y = across + Math.round(gap * 0.7);
  const names = { x: 0, y, width, height: height - y };
  return { center: [width / 2, across / 2], radius: across / 2, names, isNextTo: false };
}

/** The list of slices in one size of type; lengths in pixels. */
interface NameList {
  size: number;
  line: number;
  columns: number;
  columnWidth: number;
  valueWidth: number;
  names: FittedLabel[];
  rows: number;
  rowHeight: number;
  height: number;
  isGood: boolean;
}

/** The names of slices in a number of columns, with their values at the end of each. */
async function listIn(
  { categories, values, widthOf, wordWidthOf, leading }: MeasuredChart,
  size: number,
  columns: number,
  room: PieRoom['names'],
  lines: number,
  measure: MeasureNodes,
): Promise<NameList> {
  const line = Math.ceil(leading * size);
  const between = Math.round(COLUMN_GAP * size);
  const written = (values[0] ?? []).map((value) => (value ? widthOf(value) * size : 0));
  const valueWidth = Math.ceil(Math.max(0, ...written)) + LABEL_SLACK_PIXELS;
  const around = Math.ceil((MARK_SIZE + MARK_GAP + VALUE_GAP) * size) + valueWidth;
  const widest = Math.ceil(Math.max(...categories.map(widthOf)) * size) + LABEL_SLACK_PIXELS;
  const most = Math.floor((room.width - between * (columns - 1)) / columns);
  const nameWidth = Math.max(Math.ceil(2 * size), Math.min(widest, most - around));
  const names = await fitChartLabels(
    categories.map((paragraph) => ({ paragraph, width: nameWidth })),
    size,
    lines,
    measure,
  );
  const rows = Math.ceil(categories.length / columns);
  const rowHeight = Math.max(line, ...names.map(({ height }) => height)) + Math.round(ROW_GAP * size);
  const height = rows * rowHeight - Math.round(ROW_GAP * size);
  const isGood =
    nameWidth + around <= most + 1 &&
    height <= room.height &&
    names.every(({ isCut }) => !isCut) &&
    categories.every((paragraph) => wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= nameWidth);
  const columnWidth = nameWidth + around;
  return { size, line, columns, columnWidth, valueWidth, names, rows, rowHeight, height, isGood };
}

/** The largest list that has all names whole, in as few columns as possible; else the smallest one, its names cut. */
async function fitList(
  chart: MeasuredChart,
  room: PieRoom['names'],
  type: Pick<AvailableChartSpace, 'unit' | 'smallest'>,
  measure: MeasureNodes,
): Promise<NameList> {
  for (const part of fontSizesDownToSmallest(PIE_CHART_FONT_SIZES, type)) {
    for (let columns = 1; columns <= MAX_COLUMNS; columns++) {
      const size = Math.round(part * type.unit * 4) / 4;
      const tried = await listIn(chart, size, columns, room, MAX_LINES, measure);
      if (tried.isGood) return tried;
    }
  }
  const size = Math.round(type.smallest * 4) / 4;
  const perColumn = Math.max(1, Math.floor((room.height + ROW_GAP * size) / ((chart.leading + ROW_GAP) * size + 1)));
  const columns = Math.max(1, Math.ceil(chart.categories.length / perColumn));
  return listIn(chart, size, columns, room, 1, measure);
}

/** The names of slices with their marks and values, placed in their room. */
function placedList({ values, colors }: MeasuredChart, list: NameList, { names: room, isNextTo }: PieRoom) {
  const { size, line, columns, valueWidth, names, rows, rowHeight, height } = list;
  const mark = Math.round(MARK_SIZE * size);
  const between = Math.round(COLUMN_GAP * size);
  const most = Math.floor((room.width - between * (columns - 1)) / columns);
  const stretched = Math.min(most, Math.round(list.columnWidth * MAX_STRETCH));
  const columnWidth = isNextTo ? Math.max(list.columnWidth, stretched) : list.columnWidth;
  const width = columns * columnWidth + (columns - 1) * between;
  const left = room.x + (isNextTo ? 0 : Math.max(0, Math.round((room.width - width) / 2)));
  const top = room.y + (isNextTo ? Math.max(0, Math.round((room.height - height) / 2)) : 0);
  const shapes: ChartShape[] = [];
  const labels: PositionedChartLabel[] = [];
  for (const [part, { paragraph, width, height: nameHeight }] of names.entries()) {
    const x = left + Math.floor(part / rows) * (columnWidth + between);
    const y = top + (part % rows) * rowHeight;
    const color = colors[part] ?? '#000000';
    const square = { x, y: y + Math.round((line - mark) / 2), width: mark, height: mark };
    const entrance = { box: square, turn: part, shape: { kind: 'fade' } } as const;
    const numbers = [square.x, square.y, mark];
    shapes.push({ part, ...shapeOfForm({ key: `square ${part}`, numbers, color, draw: squareSvg }), entrance });
    const box = { x: x + Math.round((MARK_SIZE + MARK_GAP) * size), y, width, height: nameHeight };
    labels.push({ paragraph, box, side: 'left', color: 'text', part, turn: part, key: `name ${part}` });
    const value = values[0]?.[part];
    const at = { x: x + columnWidth - valueWidth, y, width: valueWidth, height: line };
    const look = { side: 'right', color: 'muted', part, turn: part, key: `value ${part}` } as const;
    if (value) labels.push({ paragraph: value, box: at, ...look });
  }
  return { shapes, labels };
}

const squareSvg = ([x = 0, y = 0, side = 0]: readonly number[], color: string): string =>
  filledBoxSvg(x, y, side, side, color, side * 0.18);

/** Draws a slice. @param background of the gaps between slices */
function sliceSvg(
  background: string,
  [x = 0, y = 0, radius = 0, hole = 0, from = 0, to = 0, gap = 0]: readonly number[],
  color: string,
): string {
  if (to - from <= 0) return '';
  const path = arc()({ innerRadius: hole, outerRadius: radius, startAngle: from, endAngle: to });
  const stroke = gap > 0 ? ` stroke="${background}" stroke-width="${gap}" stroke-linejoin="round"` : '';
  return `<path transform="translate(${x} ${y})" d="${path ?? ''}" fill="${color}"${stroke}/>`;
}

/** The figure in the middle of a donut, as large as its hole allows; none elsewhere. */
function figureLabel(
  { extras: { figure }, widthOf, leading }: MeasuredChart,
  { center, radius }: PieRoom,
): PositionedChartLabel[] {
  if (!figure) return [];
  const across = 2 * radius * HOLE_PART;
  const size = Math.min((across * FIGURE.width) / Math.max(0.1, widthOf(figure)), across * FIGURE.height);
  const width = Math.ceil(widthOf(figure) * size) + LABEL_SLACK_PIXELS;
  const height = Math.ceil(leading * size);
  const box = { x: Math.round(center[0] - width / 2), y: Math.round(center[1] - height / 2), width, height };
  const counts = hasParagraphCountUpNumber(figure);
  return [{ paragraph: figure, box, side: 'center', color: 'text', size, counts, key: 'figure' }];
}

/** Arranges a pie or a donut next to the list of its slices, or above it on slides without room for both. */
export async function arrangePie(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  const { data, colors } = chart;
  const rooms = roomsOf(room);
  const list = await fitList(chart, rooms.names, room, measure);
  const numbers = data.categories.map((_, i) => data.series[0]?.values[i] ?? 0);
  const slices = pie<number>().sort(null)(numbers);
  const radius = rooms.radius;
  const isWhole = numbers.filter((value) => value > 0).length === 1;
  const gap = isWhole ? 0 : Math.max(1.5, room.unit * 0.003);
  const hole = data.type === 'donut' ? radius * HOLE_PART : 0;
  const [x, y] = rooms.center;
  const marks = slices.flatMap((slice, part): ChartShape[] => {
    const numbers = [x, y, radius, hole, slice.startAngle, slice.endAngle, gap];
    const draw = sliceSvg.bind(undefined, room.background);
    const drawn = { part, ...shapeOfForm({ key: `slice ${part}`, numbers, color: colors[part] ?? '', draw }) };
    if (slice.value <= 0) return [drawn];
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
    const shape = { kind: 'sweep', x, y, from: slice.startAngle, to: slice.endAngle, radius } as const;
    return [{ ...drawn, entrance: { box, turn: 0, shape } }];
  });
  const { shapes, labels } = placedList(chart, list, rooms);
  const height = rooms.isNextTo ? room.height : Math.min(room.height, rooms.names.y + list.height);
  return {
    size: list.size,
    height,
    cut: list.names.some(({ isCut }) => isCut),
    shapes: [...marks, ...shapes],
    labels: [...labels, ...figureLabel(chart, rooms)],
  };
}
