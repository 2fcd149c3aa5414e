import { TABLE_LIMITS, type TableSpan, tableColumnCount } from '#engine/video/drawing/drawable-table.ts';
import { tableSpanFaults } from '#engine/video/drawing/table/table-spans.ts';
import type { DeckTable } from './deck.ts';

/** A number at the start of a cell: a row with such a cell is not part of the head. */
const NUMBER_START = /^\s*[-+\u2212~≈]?\s*(?:\p{Sc}\s*)?\p{Nd}/u;

/**
 * Reports whether the second row of a table is a part of its head: a cell of the first row extends into it, or has several columns that the
 * second row names.
 */
function hasSecondHead({ header, rows }: DeckTable, spans: readonly TableSpan[]): boolean {
  const [secondRow, ...laterRows] = rows;
  if (!header || !secondRow || laterRows.length === 0) return false;
  const headSpans = spans.filter(({ row }) => row === 0);
  if (headSpans.some((span) => span.rows === 2)) return true;
  const hasColumnNamesBelow = (span: TableSpan): boolean =>
    secondRow
      .slice(span.column, span.column + span.columns)
      .every((text) => text.trim() !== '' && !NUMBER_START.test(text));
  const wideHeadSpans = headSpans.filter(({ columns }) => columns > 1);
  return wideHeadSpans.length > 0 && wideHeadSpans.every(hasColumnNamesBelow);
}

/**
 * A table with its merged cells. Those that the API would refuse (because they join the head with other rows, for example) are left out:
 * their text is in their first cell. A head of two rows is found by its merged cells.
 */
export function addMergedCells(table: DeckTable, spans: readonly TableSpan[]): DeckTable {
  if (spans.length === 0) return table;
  const tableWithHead: DeckTable = { ...table, ...(hasSecondHead(table, spans) ? { header_rows: 2 } : {}) };
  const spansInTable = spans
    .filter(({ column }) => column < tableColumnCount(tableWithHead))
    .slice(0, TABLE_LIMITS.spans);
  const faultySpanIndexes = new Set(
    tableSpanFaults({ ...tableWithHead, spans: spansInTable }).map(({ index }) => index),
  );
  const keptSpans = spansInTable.filter((_, index) => !faultySpanIndexes.has(index));
  return keptSpans.length > 0 ? { ...tableWithHead, spans: keptSpans } : tableWithHead;
}
