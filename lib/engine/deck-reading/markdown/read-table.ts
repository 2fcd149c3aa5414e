import type { Element } from 'hast';
import type { TableSpan } from '#engine/video/drawing/drawable-table.ts';
import { withoutCellMark } from '#engine/video/drawing/table/cell-marks.ts';
import type { DeckTable } from '../deck.ts';
import { largestOf } from '../extremes.ts';
import { addMergedCells } from '../merged-cells.ts';
import {
  type InlineMarkdownHandlers,
  joinMarkedLines,
  markedLinesOfNodes,
  type PlainAndMarkedText,
} from './marked-text.ts';

const EMPTY_TEXT: PlainAndMarkedText = { plain: '', marked: '', hasMarks: false };

const childrenWithNames = ({ children }: Element, names: readonly string[]): Element[] =>
  children.flatMap((child) => (child.type === 'element' && names.includes(child.tagName) ? [child] : []));

const alignmentOf = ({ properties }: Element): 'left' | 'center' | 'right' | undefined =>
  (['left', 'center', 'right'] as const).find((side) => side === properties.align);

/** The highest number of columns that are read, which is more than a slide can show. A short file can give a cell thousands of columns. */
const MAX_COLUMNS = 64;

const parseSpan = (value: unknown, maxSpan: number): number =>
  Math.min(maxSpan, Math.max(1, Math.trunc(Number(value)) || 1));

/** The cells of a table by row and column, and the merged cells. A place into which a merged cell extends is undefined. */
function createGrid(rows: readonly (readonly Element[])[]): { cells: (Element | undefined)[][]; spans: TableSpan[] } {
  const spans: TableSpan[] = [];
  /** The first row that no cell above covers, for each column. */
  const firstFreeRows = Array.from({ length: MAX_COLUMNS }, () => 0);
  const cells = rows.map((rowCells, row) => {
    const cellsByColumn: (Element | undefined)[] = [];
    let column = 0;
    for (const cell of rowCells) {
      while ((firstFreeRows[column] ?? 0) > row) column++;
      if (column >= MAX_COLUMNS) break;
      const [columnSpan, rowSpan] = [
        parseSpan(cell.properties.colSpan, MAX_COLUMNS - column),
        parseSpan(cell.properties.rowSpan, rows.length - row),
      ];
      for (let coveredColumn = column; coveredColumn < column + columnSpan; coveredColumn++)
        firstFreeRows[coveredColumn] = Math.max(firstFreeRows[coveredColumn] ?? 0, row + rowSpan);
      cellsByColumn[column] = cell;
      if (rowSpan * columnSpan > 1) spans.push({ row, column, rows: rowSpan, columns: columnSpan });
      column += columnSpan;
    }
    // Covered places, also those at the end, are empty.
    const columnCount = firstFreeRows.findLastIndex((firstFreeRow) => firstFreeRow > row) + 1;
    return Array.from({ length: columnCount }, (_, columnIndex) => cellsByColumn[columnIndex]);
  });
  return { cells, spans };
}

/**
 * Reads a table, without and with inline marks. Short rows are filled with empty cells to the length of the longest.
 * @returns undefined for a table without text
 */
export function readMarkdownTable(
  node: Element,
  handlers: InlineMarkdownHandlers,
): { table: DeckTable; marked: DeckTable; hasMarks: boolean } | undefined {
  const groups = childrenWithNames(node, ['thead', 'tbody', 'tfoot']);
  const rows = [node, ...groups]
    .flatMap((group) => childrenWithNames(group, ['tr']))
    .map((row) => childrenWithNames(row, ['th', 'td']));
  const { cells: cellGrid, spans } = createGrid(rows);
  const texts = cellGrid.map((row) =>
    row.map((cell) => (cell ? joinMarkedLines(markedLinesOfNodes(cell.children, handlers)) : EMPTY_TEXT)),
  );
  const columnCount = largestOf([0, ...texts.map((row) => row.length)]);
  if (columnCount === 0 || texts.flat().every(({ plain }) => plain === '')) return undefined;
  const filledRows = texts.map((row) => Array.from({ length: columnCount }, (_, column) => row[column] ?? EMPTY_TEXT));
  const [firstRow = [], ...otherRows] = filledRows;
  const hasHeader = rows[0]?.every(({ tagName }) => tagName === 'th') === true && otherRows.length > 0;
  // A column has the alignment of its first cell that names one.
  const align = Array.from({ length: columnCount }, (_, column) =>
    cellGrid.map((row) => row[column] && alignmentOf(row[column])).find(Boolean),
  );
  const isHeaderShown = hasHeader && firstRow.some(({ plain }) => plain !== '');
  // A header without text is left out: the rows below it move up.
  const removedRowCount = hasHeader && !isHeaderShown ? 1 : 0;
  const mergedSpans = spans.map((span) => ({ ...span, row: span.row - removedRowCount })).filter(({ row }) => row >= 0);
  const createTable = (selectText: (text: PlainAndMarkedText) => string): DeckTable => ({
    ...(isHeaderShown ? { header: firstRow.map(selectText) } : {}),
    rows: (hasHeader ? otherRows : filledRows).map((row) => row.map(selectText)),
    ...(align.some(Boolean) ? { align: align.map((side) => side ?? 'left') } : {}),
  });
  const table = addMergedCells(
    createTable(({ plain }) => plain),
    mergedSpans,
  );
  return {
    table,
    // The merged cells of `table` apply to both: `addMergedCells` needs the texts without marks.
    marked: { ...table, ...createTable(({ marked }) => marked) },
    hasMarks: filledRows.flat().some(({ hasMarks, plain }) => hasMarks || withoutCellMark(plain, 'inline') !== plain),
  };
}
