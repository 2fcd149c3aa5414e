import type { TableSpan } from '#engine/video/drawing/drawable-table.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { cutTextWithEllipsis, toOneLine } from '../cut-text-with-ellipsis.ts';
import type { DeckTable } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import { addMergedCells } from '../merged-cells.ts';
import { paragraphsOfTextBody } from './shapes.ts';
import { childElementAtPath, childElements, descendantsOf, isAttributeTrue, type OfficeXmlElement } from './xml.ts';

type Align = NonNullable<DeckTable['align']>[number];
const ALIGNMENT_BY_VALUE: Readonly<Record<string, Align>> = { ctr: 'center', r: 'right' };

/** A table, and what is missing in it. */
export interface ParsedPptxTable {
  /** Absent for a table without text. */
  table?: DeckTable | undefined;
  /** A list, in words, of the parts that were cut off; absent: none. */
  cut?: string | undefined;
}

/** The text of a cell. A cell that a merged one covers is empty. */
function cellText(cell: OfficeXmlElement): string {
  if (isAttributeTrue(cell, 'hMerge') || isAttributeTrue(cell, 'vMerge')) return '';
  const lines = paragraphsOfTextBody(childElementAtPath(cell, 'a:txBody')).map(({ text }) => toOneLine(text));
  return lines.filter((line) => line !== '').join(' · ');
}

const spanOf = (cell: OfficeXmlElement | undefined, name: 'gridSpan' | 'rowSpan'): number =>
  Math.max(1, Math.trunc(Number(cell?.attributes[name])) || 1);

/** The merged cells of a table, within the rows and columns that are taken. */
function mergedCellsOf(grid: readonly (readonly OfficeXmlElement[])[], rows: number, columns: number): TableSpan[] {
  return grid.slice(0, rows).flatMap((cells, row) =>
    cells.slice(0, columns).flatMap((cell, column): TableSpan[] => {
      if (isAttributeTrue(cell, 'hMerge') || isAttributeTrue(cell, 'vMerge')) return [];
      const span = {
        row,
        column,
        rows: Math.min(spanOf(cell, 'rowSpan'), rows - row),
        columns: Math.min(spanOf(cell, 'gridSpan'), columns - column),
      };
      return span.rows * span.columns > 1 ? [span] : [];
    }),
  );
}

/** The most frequent alignment of the cells of a column that contain text. */
function alignOf(cells: readonly OfficeXmlElement[]): Align {
  const counts = { left: 0, center: 0, right: 0 };
  for (const cell of cells) {
    const properties = descendantsOf(cell, 'a:pPr')[0];
    if (cellText(cell) !== '')
      counts[ownPropertyValue(ALIGNMENT_BY_VALUE, properties?.attributes.algn ?? '') ?? 'left'] += 1;
  }
  if (counts.right > counts.left && counts.right >= counts.center) return 'right';
  return counts.center > counts.left ? 'center' : 'left';
}

/** Reads a table (`a:tbl`, ECMA-376 part 1, 21.1.3). Content beyond the limits of the API is cut. */
export function readPptxTable(element: OfficeXmlElement): ParsedPptxTable {
  const grid = childElements(element, 'a:tr').map((row) => childElements(row, 'a:tc'));
  const declaredColumnCount = largestOf([0, ...grid.map(({ length }) => length)]);
  const columnCount = Math.min(declaredColumnCount, SLIDE_TEXT_LIMITS.table_columns);
  const hasHeader = isAttributeTrue(childElementAtPath(element, 'a:tblPr'), 'firstRow') && grid.length > 1;
  const texts = grid.map((row) =>
    Array.from({ length: columnCount }, (_, column) =>
      cutTextWithEllipsis(row[column] ? cellText(row[column]) : '', SLIDE_TEXT_LIMITS.cell),
    ),
  );
  if (texts.every((row) => row.every(({ text }) => text === ''))) return {};
  const [headerRow, bodyRows] = hasHeader ? [texts[0], texts.slice(1)] : [undefined, texts];
  const textsOfRow = (row: (typeof texts)[number]): string[] => row.map(({ text }) => text);
  const rows = bodyRows.slice(0, SLIDE_TEXT_LIMITS.table_rows).map(textsOfRow);
  const align = Array.from({ length: columnCount }, (_, column) =>
    alignOf(grid.slice(hasHeader ? 1 : 0).flatMap((row) => row[column] ?? [])),
  );
  const lostParts = [
    ...(declaredColumnCount > columnCount
      ? [`${declaredColumnCount - columnCount} of ${declaredColumnCount} columns`]
      : []),
    ...(bodyRows.length > rows.length ? [`${bodyRows.length - rows.length} of ${bodyRows.length} rows`] : []),
    ...(texts.some((row) => row.some(({ isCut }) => isCut)) ? ['the ends of long cells'] : []),
  ];
  const spans = mergedCellsOf(grid, rows.length + (headerRow ? 1 : 0), columnCount);
  const table: DeckTable = { ...(headerRow ? { header: textsOfRow(headerRow) } : {}), rows, align };
  return {
    table: addMergedCells(table, spans),
    ...(lostParts.length > 0 ? { cut: lostParts.join(', ') } : {}),
  };
}
