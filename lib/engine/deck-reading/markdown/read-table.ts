import type { Element } from 'hast';
import type { TableSpan } from '#engine/video/drawing/drawable-table.ts';
import { withoutCellMark } from '#engine/video/drawing/table/cell-marks.ts';
import type { DeckTable } from '../deck.ts';
import { largestOf } from '../extremes.ts';
import { withMergedCells } from '../merged-cells.ts';
import { type InlineHandlers, joinMarkedLines, markedLinesOfNodes, type TextWithMarks } from './marked-text.ts';

const EMPTY: TextWithMarks = { plain: '', marked: '', hasMarks: false };

const elementsOf = ({ children }: Element, names: readonly string[]): Element[] =>
  children.flatMap((child) => (child.type === 'element' && names.includes(child.tagName) ? [child] : []));

const alignOf = ({ properties }: Element): 'left' | 'center' | 'right' | undefined =>
  (['left', 'center', 'right'] as const).find((side) => side === properties.align);

/** The most columns that are read, which is more than a slide can show. A short file can give a cell thousands of columns. */
const MAX_COLUMNS = 64;

const spanOf = (value: unknown, most: number): number => Math.min(most, Math.max(1, Math.trunc(Number(value)) || 1));

/** The cells of a table by their places, undefined where a merged cell covers one, and the merged cells. */
function gridOf(rows: readonly (readonly Element[])[]): { cells: (Element | undefined)[][]; spans: TableSpan[] } {
  const spans: TableSpan[] = [];
  /** The first row that no cell above covers, for each column. */
  const freeFrom = Array.from({ length: MAX_COLUMNS }, () => 0);
  const cells = rows.map((own, row) => {
    const placed: (Element | undefined)[] = [];
    let column = 0;
    for (const cell of own) {
      while ((freeFrom[column] ?? 0) > row) column++;
      if (column >= MAX_COLUMNS) break;
      const [columnSpan, rowSpan] = [
        spanOf(cell.properties.colSpan, MAX_COLUMNS - column),
        spanOf(cell.properties.rowSpan, rows.length - row),
      ];
      for (let next = column; next < column + columnSpan; next++)
        freeFrom[next] = Math.max(freeFrom[next] ?? 0, row + rowSpan);
      placed[column] = cell;
      if (rowSpan * columnSpan > 1) spans.push({ row, column, rows: rowSpan, columns: columnSpan });
      column += columnSpan;
    }
    // Covered places, also those at the end, are empty.
    const end = freeFrom.findLastIndex((free) => free > row) + 1;
    return Array.from({ length: end }, (_, place) => placed[place]);
  });
  return { cells, spans };
}

/**
 * Reads a table, without and with inline marks. Short rows are filled with empty cells to the length of the longest.
 * @returns undefined for a table without text
 */
export function readMarkdownTable(
  node: Element,
  events: InlineHandlers,
): { table: DeckTable; marked: DeckTable; hasMarks: boolean } | undefined {
  const groups = elementsOf(node, ['thead', 'tbody', 'tfoot']);
  const rows = [node, ...groups]
    .flatMap((group) => elementsOf(group, ['tr']))
    .map((row) => elementsOf(row, ['th', 'td']));
  const { cells: places, spans } = gridOf(rows);
  const texts = places.map((row) =>
    row.map((cell) => (cell ? joinMarkedLines(markedLinesOfNodes(cell.children, events)) : EMPTY)),
  );
  const columns = largestOf([0, ...texts.map((row) => row.length)]);
  if (columns === 0 || texts.flat().every(({ plain }) => plain === '')) return undefined;
  const filled = texts.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? EMPTY));
  const [firstRow = [], ...otherRows] = filled;
  const hasHeader = rows[0]?.every(({ tagName }) => tagName === 'th') === true && otherRows.length > 0;
  // A column is aligned as the first of its cells that says so.
  const align = Array.from({ length: columns }, (_, column) =>
    places.map((row) => row[column] && alignOf(row[column])).find(Boolean),
  );
  const isShown = hasHeader && firstRow.some(({ plain }) => plain !== '');
  // A header without text is left out: the rows below it move up.
  const moved = hasHeader && !isShown ? 1 : 0;
  const merged = spans.map((span) => ({ ...span, row: span.row - moved })).filter(({ row }) => row >= 0);
  const tableOf = (textOf: (text: TextWithMarks) => string): DeckTable => ({
    ...(isShown ? { header: firstRow.map(textOf) } : {}),
    rows: (hasHeader ? otherRows : filled).map((row) => row.map(textOf)),
    ...(align.some(Boolean) ? { align: align.map((side) => side ?? 'left') } : {}),
  });
  const table = withMergedCells(
    tableOf(({ plain }) => plain),
    merged,
  );
  return {
    table,
    // What is merged is found in the texts without marks.
    marked: { ...table, ...tableOf(({ marked }) => marked) },
    hasMarks: filled.flat().some(({ hasMarks, plain }) => hasMarks || withoutCellMark(plain, 'inline') !== plain),
  };
}
