import type { TextStyle } from '../design.ts';
import type { TableSpan } from '../drawable-table.ts';
import type { GraphicRoom } from '../layout/graphic-content.ts';
import { findResultAtLargestSize } from '../text/find-result-at-largest-size.ts';
import { cutParagraphs } from '../text/fit-text-block.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import { mergeAdjacentTextRuns, splitRunsIntoGraphemes } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import { fitColumnWidths } from './column-widths.ts';
import { type MeasuredTableWidths, measureTableColumnWidths } from './measure-cells.ts';
import { type PlacedCellMark, placeCellMark } from './place-cell-mark.ts';
import type { CellTextSpan, ColumnAlignment, TypesetCell, TypesetTable } from './table-cells.ts';
import { tableLook } from './table-look.ts';

/** A cell with its place; pixels. */
export interface FittedTableCell {
  paragraph: TypesetParagraph;
  box: CellTextSpan;
  height: number;
  /** The mark before its text, from the left edge of the table; absent: none. */
  mark?: PlacedCellMark | undefined;
  /** The number of rows of the table that it takes. */
  rows: number;
}

/** A row with its place in the table; pixels. */
export interface FittedTableRow {
  cells: readonly FittedTableCell[];
  isHeader: boolean;
  top: number;
  height: number;
}

/** A table in one size of type; pixels. */
export interface FittedTable {
  /** Size of type. */
  size: number;
  rows: readonly FittedTableRow[];
  /** Space above and below the text of a row. */
  padding: number;
  width: number;
  height: number;
  /** The boxes of its columns, with the space around their text. */
  columns: readonly { x: number; width: number }[];
  /** True if text or rows were left out. */
  cut: boolean;
}

/** The factor from one size of type to the next smaller one. */
const SIZE_STEP = 0.945;
/** The largest size, as a multiple of the largest size of a list. The smallest is that of graphics. */
const MAX_SIZE_FACTOR = 1.3;
/** The space above and below the text of a row, in em: the most, the usual one, that of long tables, and the least. */
const ROW_PADDING = { max: 1.15, usual: 0.36, dense: 0.2, min: 0.1 };
/** The number of rows from which rows are closer together, so that letters are larger. */
const MIN_DENSE_ROWS = 8;
/** Space on each side of the text of a cell, in em. */
const CELL_PADDING = 0.62;
/** A table narrower than this fraction of its room is not stretched to its full width: figures would be far from their names. */
const MIN_STRETCHED_WIDTH = 0.36;
/** The largest width that is added to a column of such a table, in sizes of type, unless it needs more to reach MIN_WIDTH. */
const MAX_SPARE = 8;
/** The part of the room that such a table has at least. */
const MIN_WIDTH = 0.72;
/** Pixels by which columns are wider than measured, so that rounding does not wrap their text. */
const SLACK = 4;
/** Length of the text that is measured, as a multiple of what would fit if all its letters were equally wide. */
const MEASURED_FACTOR = 1.6;
/** The text of the cells of a last row after which rows were left out. */
const ELLIPSIS = '…';
/** The colour in which texts are measured; any would do. */
const INK = '#000000';

/** The columns of a table in one size of type; pixels. */
interface TableGrid {
  boxes: readonly { x: number; width: number }[];
  width: number;
  /** True if no word needs to be broken. */
  keepsWords: boolean;
}

/** The columns of a table in a size of type, within `room` pixels. @param inset true if the outer columns also have space at the edges */
function columnGridAt(
  { columns }: MeasuredTableWidths,
  size: number,
  room: number,
  inset: boolean,
  direction: string,
): TableGrid {
  const padding = Math.round(CELL_PADDING * size);
  const outerPadding = inset ? padding : 0;
  const innerWidth = room - 2 * outerPadding - 2 * padding * (columns.length - 1);
  const needs = columns.map(({ natural, least, typical }) => ({
    natural: natural * size + SLACK,
    least: least * size + SLACK,
    typical: typical * size + SLACK,
  }));
  const widths = fitColumnWidths(needs, innerWidth);
  const contentWidth = widths.reduce((total, each) => total + each, 0);
  const spareWidth = Math.max(0, innerWidth - contentWidth) / columns.length;
  const minAddedWidth = (innerWidth * MIN_WIDTH - contentWidth) / columns.length;
  const addedWidth =
    contentWidth >= innerWidth * MIN_STRETCHED_WIDTH
      ? spareWidth
      : Math.min(spareWidth, Math.max(MAX_SPARE * size, minAddedWidth));
  const finalWidths = widths.map((width) => Math.floor(width + addedWidth));
  const width =
    finalWidths.reduce((total, each) => total + each, 0) + 2 * outerPadding + 2 * padding * (columns.length - 1);
  const boxes: { x: number; width: number }[] = [];
  let x = outerPadding;
  for (const columnWidth of direction === 'rtl' ? finalWidths.toReversed() : finalWidths) {
    boxes.push({ x, width: columnWidth });
    x += columnWidth + 2 * padding;
  }
  if (direction === 'rtl') boxes.reverse();
  const keepsWords = needs.reduce((total, { least }) => total + least, 0) <= innerWidth;
  return { boxes, width, keepsWords };
}

/**
 * A function that gives the box of the text of a cell of a column. The whole parts of the figures of a column end at one place. Figures end on
 * the right even if their column is aligned to the left, and so does their header.
 */
function cellBoxInColumn(
  table: TypesetTable,
  measured: MeasuredTableWidths,
  grid: TableGrid,
  size: number,
  column: number,
) {
  const box = grid.boxes[column] ?? { x: 0, width: 0 };
  const { side, isFigures } = table.columns[column] ?? { side: 'left', isFigures: false };
  const figures = measured.columns[column]?.figures;
  const figuresWidth = figures ? Math.ceil((figures.whole + figures.tail) * size) + 2 : 0;
  const headings = table.heads.flatMap((row) => row[column] ?? []);
  const headingWidth = Math.max(0, ...headings.map(({ paragraph }) => measured.widths.get(paragraph) ?? 0));
  const namedWidth = headingWidth > 0 && side === 'left' ? Math.ceil(headingWidth * size) + SLACK : 0;
  const sharedWidth = Math.min(Math.max(figuresWidth, namedWidth), box.width);
  return (paragraph: TypesetParagraph, isHeader: boolean): CellTextSpan => {
    if (!isFigures || !figures || figuresWidth > box.width) return { ...box, side };
    if (isHeader) return side === 'left' ? { x: box.x, width: sharedWidth, side: 'right' } : { ...box, side };
    const freeWidth = box.width - figuresWidth;
    const spaceBefore = { left: sharedWidth - figuresWidth, center: Math.floor(freeWidth / 2), right: freeWidth }[side];
    const shift = Math.floor((figures.tail - (measured.tails.get(paragraph) ?? 0)) * size);
    return { x: box.x + spaceBefore, width: figuresWidth - shift, side: 'right' };
  };
}

/** The cells of all rows in a size, with their heights, without those that merged cells cover; those of the head come first. */
async function cellsAt(
  table: TypesetTable,
  measured: MeasuredTableWidths,
  grid: TableGrid,
  size: number,
  measure: MeasureNodes,
): Promise<FittedTableCell[][]> {
  const { spans, columns, heads, direction } = table;
  const boxInColumn = columns.map((_, column) => cellBoxInColumn(table, measured, grid, size, column));
  const place = ({ paragraph, mark }: TypesetCell, row: number, column: number): Omit<FittedTableCell, 'height'>[] => {
    const span = spans.at(row, column);
    const isHeader = row < heads.length;
    const roomOfCell =
      mark || span ? wholeRoomOfCell(grid, column, span, columns[column]?.side ?? 'left', isHeader) : undefined;
    const box = roomOfCell ?? boxInColumn[column]?.(paragraph, isHeader);
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
function wholeRoomOfCell(
  { boxes }: TableGrid,
  column: number,
  span: TableSpan | undefined,
  side: ColumnAlignment,
  isHeader: boolean,
): CellTextSpan {
  const columnBoxes = boxes.slice(column, column + (span?.columns ?? 1));
  const x = Math.min(...columnBoxes.map((box) => box.x));
  const width = Math.max(...columnBoxes.map((box) => box.x + box.width)) - x;
  return { x, width, side: isHeader && columnBoxes.length > 1 ? 'center' : side };
}

/** The heights of texts in their widths, in whole pixels. */
async function heightsOf(
  texts: readonly { paragraph: TypesetParagraph; width: number }[],
  size: number,
  measure: MeasureNodes,
): Promise<number[]> {
  const nodes = texts.map(({ paragraph, width }) =>
    paragraphNode(paragraph, { size, width, side: 'left', color: INK, balanced: false }),
  );
  const maxWidth = Math.max(1, ...texts.map(({ width }) => width));
  return (await measure(nodes, maxWidth)).map(({ height }) => Math.ceil(height));
}

/** A lower bound of the height of the text of all rows, from the widths of their cells: it avoids most calls of the layout engine. */
function minTextHeight(
  table: TypesetTable,
  { widths }: MeasuredTableWidths,
  { boxes }: TableGrid,
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

/** The height of the highest text of a row, without cells that are merged over several rows. */
const textHeight = (row: readonly FittedTableCell[]): number =>
  Math.max(0, ...row.filter(({ rows }) => rows === 1).map(({ height }) => height));

/** The heights of the text of all rows; the last row of a merged cell is made higher if the text of the cell needs it. */
function textHeights(rows: readonly (readonly FittedTableCell[])[], padding: number): number[] {
  const heights = rows.map(textHeight);
  for (const [start, row] of rows.entries())
    for (const { height, rows: rowCount } of row) {
      const coveredHeights = heights.slice(start, start + rowCount);
      const coveredHeight = coveredHeights.reduce(
        (total, each) => total + each,
        2 * padding * (coveredHeights.length - 1),
      );
      const lastRow = start + coveredHeights.length - 1;
      if (rowCount > 1 && height > coveredHeight) heights[lastRow] = (heights[lastRow] ?? 0) + height - coveredHeight;
    }
  return heights;
}

/** The height of all rows with the space above and below their texts. */
const totalHeight = (rows: readonly (readonly FittedTableCell[])[], padding: number): number =>
  textHeights(rows, padding).reduce((total, height) => total + height + 2 * padding, 0);

/** Stacks rows, with as much space around their text as the room allows. @param heads number of rows of the head */
function stackRows(
  rows: readonly FittedTableCell[][],
  size: number,
  width: number,
  room: number,
  heads: number,
): Omit<FittedTable, 'columns'> {
  const textTotal = totalHeight(rows, 0);
  const maxPadding = Math.floor((room - textTotal) / (2 * rows.length));
  const padding = Math.max(0, Math.min(Math.round(ROW_PADDING.max * size), maxPadding));
  const heights = textHeights(rows, padding);
  let top = 0;
  const placedRows = rows.map((cells, index): FittedTableRow => {
    const height = (heights[index] ?? 0) + 2 * padding;
    top += height;
    return { cells, isHeader: index < heads, top: top - height, height };
  });
  return { size, rows: placedRows, padding, width, height: top, cut: false };
}

/** The longest start of a paragraph that may fit in lines of `room` pixels in all; the rest need not be measured. @param width on one line */
function startThatMayFit(paragraph: TypesetParagraph, width: number, room: number): TypesetParagraph {
  const units = splitRunsIntoGraphemes(paragraph.runs);
  const keptLength = Math.ceil((units.length * room * MEASURED_FACTOR) / Math.max(1, width)) + 2;
  return keptLength < units.length
    ? { ...paragraph, runs: mergeAdjacentTextRuns(units.slice(0, keptLength)) }
    : paragraph;
}

/** Cuts cells to the number of lines that fits. Rows that do not fit even then are left out, and the last row shown has ellipses. */
async function cutTable(
  rows: readonly FittedTableCell[][],
  size: number,
  room: number,
  leading: number,
  { widths }: MeasuredTableWidths,
  measure: MeasureNodes,
): Promise<FittedTableCell[][]> {
  const padding = Math.round(ROW_PADDING.min * size);
  const lineHeight = Math.ceil(leading * size);
  const linesOf = (row: readonly FittedTableCell[]): number => Math.round(textHeight(row) / (leading * size));
  let maxLines = Math.max(...rows.map(linesOf));
  const heightAt = (lines: number): number =>
    rows.reduce((total, row) => total + Math.ceil(Math.min(linesOf(row), lines) * leading * size) + 2 * padding, 0);
  while (maxLines > 1 && heightAt(maxLines) > room) maxLines--;
  const maxHeightOf = (cell: FittedTableCell): number => Math.ceil(leading * size * maxLines * cell.rows) + 1;
  const tooTallCells = rows.flat().filter((cell) => cell.height > maxHeightOf(cell));
  const maxHeights = tooTallCells.map(maxHeightOf);
  const cutTexts = await cutParagraphs(
    tooTallCells.map(({ paragraph, box, rows: rowCount }) =>
      startThatMayFit(paragraph, (widths.get(paragraph) ?? 0) * size, box.width * maxLines * rowCount),
    ),
    async (candidates) => {
      const texts = candidates.map((paragraph, i) => ({ paragraph, width: tooTallCells[i]?.box.width ?? 0 }));
      return (await heightsOf(texts, size, measure)).map((height, i) => height <= (maxHeights[i] ?? 0));
    },
  );
  const cutCells = new Map(tooTallCells.map((cell, i) => [cell, cutTexts[i] ?? cell.paragraph]));
  const cutRows = rows.map((row) =>
    row.map((cell): FittedTableCell => {
      const paragraph = cutCells.get(cell);
      return paragraph ? { ...cell, paragraph, height: maxHeightOf(cell) - 1 } : cell;
    }),
  );
  let fittingRows = cutRows.length;
  while (fittingRows > 1 && totalHeight(cutRows.slice(0, fittingRows), padding) > room) fittingRows--;
  if (fittingRows === cutRows.length) return cutRows;
  const lastRowCells = (cutRows[fittingRows - 1] ?? []).map(
    (cell): FittedTableCell => ({
      ...cell,
      paragraph: { ...cell.paragraph, runs: [{ text: ELLIPSIS }] },
      height: lineHeight,
      mark: undefined,
      rows: 1,
    }),
  );
  return [...cutRows.slice(0, fittingRows - 1), lastRowCells];
}

/**
 * Sets all cells of a table in one size, the largest that fits, without breaking words if possible. If the smallest size is too large,
 * cells are cut to the lines that fit, and, as the last resort, rows are left out.
 * @throws RangeError for a table without rows
 */
export async function fitTable(
  table: TypesetTable,
  body: Pick<TextStyle, 'largest' | 'smallest'>,
  { room, unit, smallest, template, scene, direction }: GraphicRoom,
  measure: MeasureNodes,
): Promise<FittedTable> {
  const cells = [...table.heads, ...table.rows].flat();
  // All lines are equally high, whatever script their cells are in.
  const leading = Math.max(...cells.map(({ paragraph }) => paragraph.leading));
  const withCommonLeading = <Each extends { paragraph: TypesetParagraph }>(row: readonly Each[]): Each[] =>
    row.map((cell) => ({ ...cell, paragraph: { ...cell.paragraph, leading } }));
  const evenTable: TypesetTable = {
    ...table,
    heads: table.heads.map(withCommonLeading),
    rows: table.rows.map(withCommonLeading),
  };
  const measured = await measureTableColumnWidths(evenTable, measure);
  const inset = tableLook(template, scene).stripe !== undefined;
  const sizes: number[] = [];
  for (let size = body.largest * MAX_SIZE_FACTOR * unit; size > smallest; size *= SIZE_STEP)
    sizes.push(Math.round(size * 4) / 4);
  sizes.push(Math.round(smallest * 4) / 4);

  const rowCount = table.rows.length + table.heads.length;
  const attemptAt = async (size: number, padding: number, isLastAttempt = false) => {
    const grid = columnGridAt(measured, size, room.width, inset, direction);
    const space = 2 * Math.round(padding * size) * rowCount;
    if (!isLastAttempt && minTextHeight(evenTable, measured, grid, size, leading) + space > room.height)
      return undefined;
    const rows = await cellsAt(evenTable, measured, grid, size, measure);
    const doesFit = totalHeight(rows, Math.round(padding * size)) <= room.height;
    return { size, grid, rows, fits: doesFit, isWellSet: doesFit && grid.keepsWords };
  };
  const usualPadding = rowCount < MIN_DENSE_ROWS ? ROW_PADDING.usual : ROW_PADDING.dense;
  const attemptWellAt = async (size: number) => {
    const attempt = await attemptAt(size, usualPadding);
    return attempt?.isWellSet ? attempt : undefined;
  };
  // The largest size is attempted first, because most tables fit in it.
  const [largestSize = smallest, ...smallerSizes] = sizes;
  const best = (await attemptWellAt(largestSize)) ?? (await findResultAtLargestSize(smallerSizes, attemptWellAt));
  const chosen = best ?? (await attemptAt(sizes.at(-1) ?? smallest, ROW_PADDING.min, true));
  if (!chosen) throw new RangeError('a table of no rows');
  const { size, grid, rows } = chosen;
  const padding = Math.round(CELL_PADDING * size);
  const columns = grid.boxes.map(({ x, width }) => {
    const left = Math.max(0, x - padding);
    return { x: left, width: Math.min(grid.width, x + width + padding) - left };
  });
  if (chosen.fits) return { ...stackRows(rows, size, grid.width, room.height, table.heads.length), columns };
  const cutCellRows = await cutTable(rows, size, room.height, leading, measured, measure);
  return { ...stackRows(cutCellRows, size, grid.width, room.height, table.heads.length), columns, cut: true };
}
