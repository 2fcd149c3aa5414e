import type { TextStyle } from '../design.ts';
import type { TableSpan } from '../drawable-table.ts';
import type { GraphicFrame } from '../layout/graphic-content.ts';
import { cutParagraphs } from '../text/fit-text-block.ts';
import { largestSizeThatFits } from '../text/largest-size-that-fits.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import { mergeAdjacentTextRuns, splitRunsIntoGraphemes } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import { columnWidths } from './column-widths.ts';
import { type MeasuredTable, measureTable } from './measure-cells.ts';
import { type PlacedMark, placeCellMark } from './place-cell-mark.ts';
import type { CellBox, ColumnAlignment, TypesetCell, TypesetTable } from './table-cells.ts';
import { tableLook } from './table-look.ts';

/** A cell with its place; pixels. */
export interface FittedCell {
  paragraph: TypesetParagraph;
  box: CellBox;
  height: number;
  /** The mark before its text, from the left edge of the table; absent: none. */
  mark?: PlacedMark | undefined;
  /** Number of rows that it takes. */
  rows: number;
}

/** A row with its place in the table; pixels. */
export interface FittedRow {
  cells: readonly FittedCell[];
  isHeader: boolean;
  top: number;
  height: number;
}

/** A table in one size of type; pixels. */
export interface FittedTable {
  size: number;
  rows: readonly FittedRow[];
  /** Above and below the text of a row. */
  padding: number;
  width: number;
  height: number;
  /** The boxes of its columns, with the space around their text. */
  columns: readonly { x: number; width: number }[];
  /** True if text or rows were left out. */
  cut: boolean;
}

const SIZE_STEP = 0.945;
/** The largest size, as a multiple of that of a list. The smallest is that of charts. */
const MAX_SIZE_FACTOR = 1.3;
/** The space above and below the text of a row, in em: the most, the usual one, that of long tables, and the least. */
const PADDING_Y = { most: 1.15, usual: 0.36, dense: 0.2, least: 0.1 };
/** The number of rows from which rows are closer together, so that letters are larger. */
const MIN_DENSE_ROWS = 8;
const PADDING_X = 0.62;
/** A table narrower than this fraction of its room is not stretched to its full width: figures would be far from their names. */
const MIN_STRETCHED_WIDTH = 0.36;
/** The most that a column of such a table is widened, in sizes of type, unless more is needed to reach this part of the room. */
const MAX_SPARE = 8;
const MIN_WIDTH = 0.72;
/** Columns are this much wider than measured, in pixels, so that rounding wraps nothing. */
const SLACK = 4;
/** Length of the text that is measured, as a multiple of what would fit if all its letters were equally wide. */
const MEASURED_FACTOR = 1.6;
const ELLIPSIS = '…';
const INK = '#000000';

/** The columns of a table in one size of type; pixels. */
interface Grid {
  boxes: readonly { x: number; width: number }[];
  width: number;
  /** True if no word needs to be broken. */
  keepsWords: boolean;
}

/** The columns of a table in a size of type, within `room` pixels. */
function gridOf({ columns }: MeasuredTable, size: number, room: number, inset: boolean, direction: string): Grid {
  const padding = Math.round(PADDING_X * size);
  const outer = inset ? padding : 0;
  const inner = room - 2 * outer - 2 * padding * (columns.length - 1);
  const needs = columns.map(({ natural, least, typical }) => ({
    natural: natural * size + SLACK,
    least: least * size + SLACK,
    typical: typical * size + SLACK,
  }));
  const widths = columnWidths(needs, inner);
  const wanted = widths.reduce((total, each) => total + each, 0);
  const spare = Math.max(0, inner - wanted) / columns.length;
  const least = (inner * MIN_WIDTH - wanted) / columns.length;
  const more = wanted >= inner * MIN_STRETCHED_WIDTH ? spare : Math.min(spare, Math.max(MAX_SPARE * size, least));
  const final = widths.map((width) => Math.floor(width + more));
  const width = final.reduce((total, each) => total + each, 0) + 2 * outer + 2 * padding * (columns.length - 1);
  const boxes: { x: number; width: number }[] = [];
  let x = outer;
  for (const each of direction === 'rtl' ? final.toReversed() : final) {
    boxes.push({ x, width: each });
    x += each + 2 * padding;
  }
  if (direction === 'rtl') boxes.reverse();
  const keepsWords = needs.reduce((total, { least }) => total + least, 0) <= inner;
  return { boxes, width, keepsWords };
}

/**
 * Box of the text of a cell: figures of a column are placed so that their whole parts end at one place. Figures end on the right even if
 * their column is aligned to the left, and so does their header.
 */
function cellBox(table: TypesetTable, measured: MeasuredTable, grid: Grid, size: number, column: number) {
  const box = grid.boxes[column] ?? { x: 0, width: 0 };
  const { side, isFigures } = table.columns[column] ?? { side: 'left', isFigures: false };
  const figures = measured.columns[column]?.figures;
  const wanted = figures ? Math.ceil((figures.whole + figures.tail) * size) + 2 : 0;
  const headings = table.heads.flatMap((row) => row[column] ?? []);
  const heading = Math.max(0, ...headings.map(({ paragraph }) => measured.widths.get(paragraph) ?? 0));
  const named = heading > 0 && side === 'left' ? Math.ceil(heading * size) + SLACK : 0;
  const shared = Math.min(Math.max(wanted, named), box.width);
  return (paragraph: TypesetParagraph, isHeader: boolean): CellBox => {
    if (!isFigures || !figures || wanted > box.width) return { ...box, side };
    if (isHeader) return side === 'left' ? { x: box.x, width: shared, side: 'right' } : { ...box, side };
    const free = box.width - wanted;
    const before = { left: shared - wanted, center: Math.floor(free / 2), right: free }[side];
    const shift = Math.floor((figures.tail - (measured.tails.get(paragraph) ?? 0)) * size);
    return { x: box.x + before, width: wanted - shift, side: 'right' };
  };
}

/** The cells of all rows in a size, with their heights, without those that merged cells cover; those of the head come first. */
async function cellsAt(
  table: TypesetTable,
  measured: MeasuredTable,
  grid: Grid,
  size: number,
  measure: MeasureNodes,
): Promise<FittedCell[][]> {
  const { spans, columns, heads, direction } = table;
  const boxOf = columns.map((_, column) => cellBox(table, measured, grid, size, column));
  const place = ({ paragraph, mark }: TypesetCell, row: number, column: number): Omit<FittedCell, 'height'>[] => {
    const span = spans.at(row, column);
    const isHeader = row < heads.length;
    const own = mark || span ? roomOf(grid, column, span, columns[column]?.side ?? 'left', isHeader) : undefined;
    const box = own ?? boxOf[column]?.(paragraph, isHeader);
    if (!box || spans.isCovered(row, column)) return [];
    const rows = span?.rows ?? 1;
    if (!mark) return [{ paragraph, box, rows }];
    const widths = { text: measured.widths.get(paragraph) ?? 0, barText: measured.columns[column]?.barText ?? 0 };
    return [{ paragraph, rows, ...placeCellMark(mark, box, widths, size, direction) }];
  };
  const rows = [...heads, ...table.rows].map((row, index) => row.flatMap((cell, column) => place(cell, index, column)));
  const heights = await heightsOf(
    rows.flat().map(({ paragraph, box }) => ({ paragraph, width: box.width })),
    size,
    measure,
  );
  return rows.map((row) => row.map((cell) => ({ ...cell, height: heights.shift() ?? 0 })));
}

/** The whole room of a cell that is merged or has a mark: merged heads are centred over their columns. */
function roomOf(
  { boxes }: Grid,
  column: number,
  span: TableSpan | undefined,
  side: ColumnAlignment,
  isHeader: boolean,
): CellBox {
  const across = boxes.slice(column, column + (span?.columns ?? 1));
  const x = Math.min(...across.map((box) => box.x));
  const width = Math.max(...across.map((box) => box.x + box.width)) - x;
  return { x, width, side: isHeader && across.length > 1 ? 'center' : side };
}

async function heightsOf(
  texts: readonly { paragraph: TypesetParagraph; width: number }[],
  size: number,
  measure: MeasureNodes,
): Promise<number[]> {
  const nodes = texts.map(({ paragraph, width }) =>
    paragraphNode(paragraph, { size, width, side: 'left', color: INK, balanced: false }),
  );
  const widest = Math.max(1, ...texts.map(({ width }) => width));
  return (await measure(nodes, widest)).map(({ height }) => Math.ceil(height));
}

/** A lower bound of the height of the text of all rows, from the widths of their cells: it avoids most calls of the layout engine. */
function leastHeight(
  table: TypesetTable,
  { widths }: MeasuredTable,
  { boxes }: Grid,
  size: number,
  leading: number,
): number {
  const linesOf = (row: readonly TypesetCell[], index: number): number =>
    Math.max(
      1,
      ...row.map(({ paragraph }, i) =>
        table.spans.isSingle(index, i)
          ? Math.ceil(((widths.get(paragraph) ?? 0) * size) / (boxes[i]?.width ?? 1) - 0.01)
          : 1,
      ),
    );
  const rows = [...table.heads, ...table.rows];
  return rows.reduce((total, row, index) => total + Math.floor(linesOf(row, index) * leading * size), 0);
}

const textHeight = (row: readonly FittedCell[]): number =>
  Math.max(0, ...row.filter(({ rows }) => rows === 1).map(({ height }) => height));

/** The heights of the text of all rows; the last row of a merged cell is higher where its text needs it. */
function textHeights(rows: readonly (readonly FittedCell[])[], padding: number): number[] {
  const heights = rows.map(textHeight);
  for (const [start, row] of rows.entries())
    for (const { height, rows: tall } of row) {
      const own = heights.slice(start, start + tall);
      const free = own.reduce((total, each) => total + each, 2 * padding * (own.length - 1));
      const last = start + own.length - 1;
      if (tall > 1 && height > free) heights[last] = (heights[last] ?? 0) + height - free;
    }
  return heights;
}

const totalHeight = (rows: readonly (readonly FittedCell[])[], padding: number): number =>
  textHeights(rows, padding).reduce((total, height) => total + height + 2 * padding, 0);

/** Stacks rows, with as much space around their text as the room allows. */
function stacked(
  rows: readonly FittedCell[][],
  size: number,
  width: number,
  room: number,
  heads: number,
): Omit<FittedTable, 'columns'> {
  const text = totalHeight(rows, 0);
  const most = Math.floor((room - text) / (2 * rows.length));
  const padding = Math.max(0, Math.min(Math.round(PADDING_Y.most * size), most));
  const heights = textHeights(rows, padding);
  let top = 0;
  const placed = rows.map((cells, index): FittedRow => {
    const height = (heights[index] ?? 0) + 2 * padding;
    top += height;
    return { cells, isHeader: index < heads, top: top - height, height };
  });
  return { size, rows: placed, padding, width, height: top, cut: false };
}

/** The longest start of a paragraph of this width that may fit `room` pixels. The rest need not be measured. */
function startThatMayFit(paragraph: TypesetParagraph, width: number, room: number): TypesetParagraph {
  const units = splitRunsIntoGraphemes(paragraph.runs);
  const kept = Math.ceil((units.length * room * MEASURED_FACTOR) / Math.max(1, width)) + 2;
  return kept < units.length ? { ...paragraph, runs: mergeAdjacentTextRuns(units.slice(0, kept)) } : paragraph;
}

/** Cuts cells to the number of lines that fits. Rows without room even then are left out, and the last row has ellipses. */
async function cutTable(
  rows: readonly FittedCell[][],
  size: number,
  room: number,
  leading: number,
  { widths }: MeasuredTable,
  measure: MeasureNodes,
): Promise<FittedCell[][]> {
  const padding = Math.round(PADDING_Y.least * size);
  const line = Math.ceil(leading * size);
  const linesOf = (row: readonly FittedCell[]): number => Math.round(textHeight(row) / (leading * size));
  let limit = Math.max(...rows.map(linesOf));
  const heightAt = (most: number): number =>
    rows.reduce((total, row) => total + Math.ceil(Math.min(linesOf(row), most) * leading * size) + 2 * padding, 0);
  while (limit > 1 && heightAt(limit) > room) limit--;
  const allowedOf = (cell: FittedCell): number => Math.ceil(leading * size * limit * cell.rows) + 1;
  const long = rows.flat().filter((cell) => cell.height > allowedOf(cell));
  const allowed = long.map(allowedOf);
  const shortened = await cutParagraphs(
    long.map(({ paragraph, box, rows: tall }) =>
      startThatMayFit(paragraph, (widths.get(paragraph) ?? 0) * size, box.width * limit * tall),
    ),
    async (candidates) => {
      const texts = candidates.map((paragraph, i) => ({ paragraph, width: long[i]?.box.width ?? 0 }));
      return (await heightsOf(texts, size, measure)).map((height, i) => height <= (allowed[i] ?? 0));
    },
  );
  const cutCells = new Map(long.map((cell, i) => [cell, shortened[i] ?? cell.paragraph]));
  const shown = rows.map((row) =>
    row.map((cell): FittedCell => {
      const paragraph = cutCells.get(cell);
      return paragraph ? { ...cell, paragraph, height: allowedOf(cell) - 1 } : cell;
    }),
  );
  let fitting = shown.length;
  while (fitting > 1 && totalHeight(shown.slice(0, fitting), padding) > room) fitting--;
  if (fitting === shown.length) return shown;
  const last = (shown[fitting - 1] ?? []).map(
    (cell): FittedCell => ({
      ...cell,
      ...{ paragraph: { ...cell.paragraph, runs: [{ text: ELLIPSIS }] }, height: line, mark: undefined, rows: 1 },
    }),
  );
  return [...shown.slice(0, fitting - 1), last];
}

/**
 * Sets all cells of a table in one size, the largest that fits, without breaking words if possible. If the smallest size is too large,
 * cells are cut to the lines that fit, and, as the last resort, rows are left out.
 * @throws RangeError for a table without rows
 */
export async function fitTable(
  table: TypesetTable,
  body: Pick<TextStyle, 'largest' | 'smallest'>,
  { room, unit, smallest, template, scene, direction }: GraphicFrame,
  measure: MeasureNodes,
): Promise<FittedTable> {
  const cells = [...table.heads, ...table.rows].flat();
  // All lines are equally high, whatever script their cells are in.
  const leading = Math.max(...cells.map(({ paragraph }) => paragraph.leading));
  const even = <Each extends { paragraph: TypesetParagraph }>(row: readonly Each[]): Each[] =>
    row.map((cell) => ({ ...cell, paragraph: { ...cell.paragraph, leading } }));
  const evened: TypesetTable = { ...table, heads: table.heads.map(even), rows: table.rows.map(even) };
  const measured = await measureTable(evened, measure);
  const inset = tableLook(template, scene).stripe !== undefined;
  const sizes: number[] = [];
  for (let size = body.largest * MAX_SIZE_FACTOR * unit; size > smallest; size *= SIZE_STEP)
    sizes.push(Math.round(size * 4) / 4);
  sizes.push(Math.round(smallest * 4) / 4);

  const count = table.rows.length + table.heads.length;
  const attemptAt = async (size: number, padding: number, isLast = false) => {
    const grid = gridOf(measured, size, room.width, inset, direction);
    const space = 2 * Math.round(padding * size) * count;
    if (!isLast && leastHeight(evened, measured, grid, size, leading) + space > room.height) return undefined;
    const rows = await cellsAt(evened, measured, grid, size, measure);
    const fits = totalHeight(rows, Math.round(padding * size)) <= room.height;
    return { size, grid, rows, fits, isGood: fits && grid.keepsWords };
  };
  const padded = count < MIN_DENSE_ROWS ? PADDING_Y.usual : PADDING_Y.dense;
  const wellAt = async (at: number) => {
    const tried = await attemptAt(at, padded);
    return tried?.isGood ? tried : undefined;
  };
  // Most tables fit in the largest size.
  const [first = smallest, ...others] = sizes;
  const best = (await wellAt(first)) ?? (await largestSizeThatFits(others, wellAt));
  const chosen = best ?? (await attemptAt(sizes.at(-1) ?? smallest, PADDING_Y.least, true));
  if (!chosen) throw new RangeError('a table of no rows');
  const { size, grid, rows } = chosen;
  const padding = Math.round(PADDING_X * size);
  const columns = grid.boxes.map(({ x, width }) => {
    const left = Math.max(0, x - padding);
    return { x: left, width: Math.min(grid.width, x + width + padding) - left };
  });
  if (chosen.fits) return { ...stacked(rows, size, grid.width, room.height, table.heads.length), columns };
  const kept = await cutTable(rows, size, room.height, leading, measured, measure);
  return { ...stacked(kept, size, grid.width, room.height, table.heads.length), columns, cut: true };
}
