import { arc, pie } from 'd3-shape';
import { hasParagraphCountUpNumber } from '../text/counting.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartSvgShape,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { svgShapeOfMarkForm } from './mark-forms.ts';
import { filledBoxSvg } from './svg-shapes.ts';
import { fontSizesDownToSmallest, PIE_CHART_FONT_SIZES } from './type-sizes.ts';

/** Columns of the list of slices, and lines of a name. */
const MAX_COLUMNS = 3;
const MAX_LINES = 2;
/** The side of the mark before a name, and spaces after it, before a value, between rows and between columns, in sizes of type. */
const MARK_SIZE = 0.72;
const MARK_GAP = 0.5;
const VALUE_GAP = 0.9;
const ROW_GAP = 0.42;
const COLUMN_GAP = 1.6;
/** Between the pie and its names, a fraction of the unit. */
const PIE_GAP = 0.075;
/** Radius of the hole of a donut, a part of its radius. */
const HOLE_PART = 0.58;
/** The largest width and the largest size of type of the figure in a hole, parts of the diameter of the hole. */
const FIGURE = { width: 0.76, height: 0.34 } as const;
/** The columns of a list next to a pie are widened to their room, up to this many times their width. */
const MAX_STRETCH = 1.7;
/** The largest diameter: parts of the width next to the names, and of width and height above them. */
const MAX_PIE_NEXT_TO = 0.46;
const MAX_PIE_ABOVE = { width: 0.66, height: 0.5 };
/** The smallest ratio of width to height with which the names are next to the pie, instead of below it. */
const MIN_RATIO_NEXT_TO = 1.25;

/** Places of the pie and its names; pixels. */
interface PieRoom {
  center: readonly [x: number, y: number];
  radius: number;
  names: { x: number; y: number; width: number; height: number };
  isNextTo: boolean;
}

/** Divides the room between a pie and its names. */
function divideRoom({ width, height, unit }: AvailableChartSpace): PieRoom {
  const gap = Math.round(PIE_GAP * unit);
  if (width >= height * MIN_RATIO_NEXT_TO) {
    const diameter = Math.floor(Math.min(height, width * MAX_PIE_NEXT_TO));
    const x = diameter + gap;
    const names = { x, y: 0, width: width - x, height };
    return { center: [diameter / 2, height / 2], radius: diameter / 2, names, isNextTo: true };
  }
  const diameter = Math.floor(Math.min(width * MAX_PIE_ABOVE.width, height * MAX_PIE_ABOVE.height));
  const y = diameter + Math.round(gap * 0.7);
  const names = { x: 0, y, width, height: height - y };
  return { center: [width / 2, diameter / 2], radius: diameter / 2, names, isNextTo: false };
}

/** The list of slices in one size of type; lengths in pixels. */
interface NameList {
  /** Size of type. */
  size: number;
  /** Height of a line. */
  line: number;
  columns: number;
  columnWidth: number;
  valueWidth: number;
  names: FittedLabel[];
  rows: number;
  /** Height of a row with the space below it. */
  rowHeight: number;
  height: number;
  /** True if the list fits into its room with all names whole. */
  isComplete: boolean;
}

/** The names of slices in a number of columns, with their values at the end of each. */
async function nameListIn(
  { categories, values, widthOf, wordWidthOf, leading }: MeasuredChart,
  size: number,
  columns: number,
  room: PieRoom['names'],
  maxLines: number,
  measure: MeasureNodes,
): Promise<NameList> {
  const line = Math.ceil(leading * size);
  const columnGap = Math.round(COLUMN_GAP * size);
  const valueWidths = (values[0] ?? []).map((value) => (value ? widthOf(value) * size : 0));
  const valueWidth = Math.ceil(Math.max(0, ...valueWidths)) + LABEL_SLACK_PIXELS;
  const widthAroundName = Math.ceil((MARK_SIZE + MARK_GAP + VALUE_GAP) * size) + valueWidth;
  const widestName = Math.ceil(Math.max(...categories.map(widthOf)) * size) + LABEL_SLACK_PIXELS;
  const maxColumnWidth = Math.floor((room.width - columnGap * (columns - 1)) / columns);
  const nameWidth = Math.max(Math.ceil(2 * size), Math.min(widestName, maxColumnWidth - widthAroundName));
  const names = await fitChartLabels(
    categories.map((paragraph) => ({ paragraph, width: nameWidth })),
    size,
    maxLines,
    measure,
  );
  const rows = Math.ceil(categories.length / columns);
  const rowHeight = Math.max(line, ...names.map(({ height }) => height)) + Math.round(ROW_GAP * size);
  const height = rows * rowHeight - Math.round(ROW_GAP * size);
  const isComplete =
    nameWidth + widthAroundName <= maxColumnWidth + 1 &&
    height <= room.height &&
    names.every(({ isCut }) => !isCut) &&
    categories.every((paragraph) => wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= nameWidth);
  const columnWidth = nameWidth + widthAroundName;
  return { size, line, columns, columnWidth, valueWidth, names, rows, rowHeight, height, isComplete };
}

/** The list in the largest type in which all names are whole, in the fewest columns; else the one in the smallest type, its names cut. */
async function fitList(
  chart: MeasuredChart,
  room: PieRoom['names'],
  space: Pick<AvailableChartSpace, 'unit' | 'smallest'>,
  measure: MeasureNodes,
): Promise<NameList> {
  for (const part of fontSizesDownToSmallest(PIE_CHART_FONT_SIZES, space)) {
    for (let columns = 1; columns <= MAX_COLUMNS; columns++) {
      const size = Math.round(part * space.unit * 4) / 4;
      const attempt = await nameListIn(chart, size, columns, room, MAX_LINES, measure);
      if (attempt.isComplete) return attempt;
    }
  }
  const size = Math.round(space.smallest * 4) / 4;
  const perColumn = Math.max(1, Math.floor((room.height + ROW_GAP * size) / ((chart.leading + ROW_GAP) * size + 1)));
  const columns = Math.max(1, Math.ceil(chart.categories.length / perColumn));
  return nameListIn(chart, size, columns, room, 1, measure);
}

/** The names of slices with their marks and values, placed in their room. */
function placeList({ values, colors }: MeasuredChart, list: NameList, { names: room, isNextTo }: PieRoom) {
  const { size, line, columns, valueWidth, names, rows, rowHeight, height } = list;
  const mark = Math.round(MARK_SIZE * size);
  const columnGap = Math.round(COLUMN_GAP * size);
  const maxColumnWidth = Math.floor((room.width - columnGap * (columns - 1)) / columns);
  const stretchedWidth = Math.min(maxColumnWidth, Math.round(list.columnWidth * MAX_STRETCH));
  const columnWidth = isNextTo ? Math.max(list.columnWidth, stretchedWidth) : list.columnWidth;
  const width = columns * columnWidth + (columns - 1) * columnGap;
  const left = room.x + (isNextTo ? 0 : Math.max(0, Math.round((room.width - width) / 2)));
  const top = room.y + (isNextTo ? Math.max(0, Math.round((room.height - height) / 2)) : 0);
  const shapes: ChartSvgShape[] = [];
  const labels: PositionedChartLabel[] = [];
  for (const [part, { paragraph, width, height: nameHeight }] of names.entries()) {
    const x = left + Math.floor(part / rows) * (columnWidth + columnGap);
    const y = top + (part % rows) * rowHeight;
    const color = colors[part] ?? '#000000';
    const square = { x, y: y + Math.round((line - mark) / 2), width: mark, height: mark };
    const entrance = { box: square, turn: part, shape: { kind: 'fade' } } as const;
    const numbers = [square.x, square.y, mark];
    shapes.push({
      part,
      ...svgShapeOfMarkForm({ key: `square ${part}`, numbers, color, draw: squareSvg }),
      entrance,
    });
    const box = { x: x + Math.round((MARK_SIZE + MARK_GAP) * size), y, width, height: nameHeight };
    labels.push({ paragraph, box, side: 'left', color: 'text', part, turn: part, key: `name ${part}` });
    const value = values[0]?.[part];
    const valueBox = { x: x + columnWidth - valueWidth, y, width: valueWidth, height: line };
    const valueLook = { side: 'right', color: 'muted', part, turn: part, key: `value ${part}` } as const;
    if (value) labels.push({ paragraph: value, box: valueBox, ...valueLook });
  }
  return { shapes, labels };
}

/** Draws the mark of a slice in the list. */
const squareSvg = ([x = 0, y = 0, side = 0]: readonly number[], color: string): string =>
  filledBoxSvg(x, y, side, side, color, side * 0.18);

/** Draws a slice. @param background the colour of the gaps between slices */
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

/** The figure in the middle of a donut, in the largest size of type that fits; empty for a chart without one. */
function figureLabel(
  { extras: { figure }, widthOf, leading }: MeasuredChart,
  { center, radius }: PieRoom,
): PositionedChartLabel[] {
  if (!figure) return [];
  const diameter = 2 * radius * HOLE_PART;
  const size = Math.min((diameter * FIGURE.width) / Math.max(0.1, widthOf(figure)), diameter * FIGURE.height);
  const width = Math.ceil(widthOf(figure) * size) + LABEL_SLACK_PIXELS;
  const height = Math.ceil(leading * size);
  const box = { x: Math.round(center[0] - width / 2), y: Math.round(center[1] - height / 2), width, height };
  const counts = hasParagraphCountUpNumber(figure);
  return [{ paragraph: figure, box, side: 'center', color: 'text', size, counts, key: 'figure' }];
}

/** Arranges a pie or a donut next to the list of its slices, or above it in a room that is not wide enough. */
export async function arrangePie(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  const { data, colors } = chart;
  const pieRoom = divideRoom(room);
  const list = await fitList(chart, pieRoom.names, room, measure);
  const values = data.categories.map((_, i) => data.series[0]?.values[i] ?? 0);
  const slices = pie<number>().sort(null)(values);
  const radius = pieRoom.radius;
  const isWhole = values.filter((value) => value > 0).length === 1;
  const gap = isWhole ? 0 : Math.max(1.5, room.unit * 0.003);
  const hole = data.type === 'donut' ? radius * HOLE_PART : 0;
  const [x, y] = pieRoom.center;
  const marks = slices.flatMap((slice, part): ChartSvgShape[] => {
    const numbers = [x, y, radius, hole, slice.startAngle, slice.endAngle, gap];
    const draw = sliceSvg.bind(undefined, room.background);
    const sliceMark = {
      part,
      ...svgShapeOfMarkForm({ key: `slice ${part}`, numbers, color: colors[part] ?? '', draw }),
    };
    if (slice.value <= 0) return [sliceMark];
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
    const shape = { kind: 'sweep', x, y, from: slice.startAngle, to: slice.endAngle, radius } as const;
    return [{ ...sliceMark, entrance: { box, turn: 0, shape } }];
  });
  const { shapes, labels } = placeList(chart, list, pieRoom);
  const height = pieRoom.isNextTo ? room.height : Math.min(room.height, pieRoom.names.y + list.height);
  return {
    size: list.size,
    height,
    cut: list.names.some(({ isCut }) => isCut),
    shapes: [...marks, ...shapes],
    labels: [...labels, ...figureLabel(chart, pieRoom)],
  };
}
