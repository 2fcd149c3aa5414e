import { TABLE_LIMITS, type TableSpan, tableColumnCount } from '#engine/video/drawing/drawable-table.ts';
import { tableSpanFaults } from '#engine/video/drawing/table/table-spans.ts';
import type { DeckTable } from './deck.ts';

/** A number at the start of a cell: a row with such a cell is not part of the head. */
const FIGURE = /^\s*[-+\u2212~≈]?\s*(?:\p{Sc}\s*)?\p{Nd}/u;

/** Reports whether the second row of a table is a part of its head: a cell of the first row reaches into it, or has several columns that the second row names. */
function hasSecondHead({ header, rows }: DeckTable, spans: readonly TableSpan[]): boolean {
  const [second, ...others] = rows;
  if (!header || !second || others.length === 0) return false;
  const ofHead = spans.filter(({ row }) => row === 0);
  if (ofHead.some((span) => span.rows === 2)) return true;
  const names = (span: TableSpan): boolean =>
    second.slice(span.column, span.column + span.columns).every((text) => text.trim() !== '' && !FIGURE.test(text));
  const wide = ofHead.filter(({ columns }) => columns > 1);
  return wide.length > 0 && wide.every(names);
}

/**
 * A table with its merged cells. Those that the API would refuse (because they join the head with other rows, for example) are left out:
 * their text is in their first cell. A head of two rows is found by its merged cells.
 */
export function withMergedCells(table: DeckTable, spans: readonly TableSpan[]): DeckTable {
  if (spans.length === 0) return table;
  const headed: DeckTable = { ...table, ...(hasSecondHead(table, spans) ? { header_rows: 2 } : {}) };
  const bounded = spans.filter(({ column }) => column < tableColumnCount(headed)).slice(0, TABLE_LIMITS.spans);
  const faulty = new Set(tableSpanFaults({ ...headed, spans: bounded }).map(({ index }) => index));
  const kept = bounded.filter((_, index) => !faulty.has(index));
  return kept.length > 0 ? { ...headed, spans: kept } : headed;
}
