import { type DrawableTable, type TableSpan, tableColumnCount, tableHeadRowCount } from '../drawable-table.ts';

/** The merged cells of a table, by the places of its cells; rows are counted from the top of the table. */
export interface MergedCellMap {
  all: readonly TableSpan[];
  /** Returns the merged cell that starts at a place; undefined if none does. */
  at(row: number, column: number): TableSpan | undefined;
  /** Reports whether a place is within a merged cell that starts at another place. */
  isCovered(row: number, column: number): boolean;
  /** Reports whether the cell at a place is not merged with others. */
  isSingle(row: number, column: number): boolean;
}

/** The place of a cell as a key. */
const placeKey = (row: number, column: number): string => `${row}/${column}`;

/** The row and column of every cell that a merged cell covers. */
export const cellsOfTableSpan = ({ row, column, rows, columns }: TableSpan): [row: number, column: number][] =>
  Array.from({ length: rows * columns }, (_, i) => [row + Math.floor(i / columns), column + (i % columns)]);

/** Creates the map that finds merged cells by row and column. */
export function mergedCellMap(spans: readonly TableSpan[]): MergedCellMap {
  const spanByStart = new Map(spans.map((span) => [placeKey(span.row, span.column), span]));
  const coveredPlaces = new Set(
    spans.flatMap((span) => cellsOfTableSpan(span).map(([row, column]) => placeKey(row, column))),
  );
  const at = (row: number, column: number): TableSpan | undefined => spanByStart.get(placeKey(row, column));
  const isSingle = (row: number, column: number): boolean => !coveredPlaces.has(placeKey(row, column));
  return { all: spans, at, isSingle, isCovered: (row, column) => !isSingle(row, column) && !at(row, column) };
}

/** A merged cell that cannot be drawn: its index, and the reason. */
export interface TableSpanFault {
  index: number;
  message: string;
}

/** Finds merged cells that leave the table, overlap, join the head with other rows, or cover text. */
export function tableSpanFaults(table: DrawableTable): TableSpanFault[] {
  const { header, rows, spans = [] } = table;
  const allRows = [...(header ? [header] : []), ...rows];
  const columns = tableColumnCount(table);
  const headRows = tableHeadRowCount(table);
  const spanIndexByPlace = new Map<string, number>();
  return spans.flatMap((span, index): TableSpanFault[] => {
    const fault = (message: string): TableSpanFault[] => [{ index, message }];
    if (span.rows * span.columns < 2) return fault('Must have two cells or more.');
    if (span.row + span.rows > allRows.length || span.column + span.columns > columns)
      return fault(`Leaves the table, which has ${allRows.length} rows with its header, and ${columns} columns.`);
    if (span.row < headRows && span.row + span.rows > headRows) return fault('Joins the head with a row below it.');
    const places = cellsOfTableSpan(span);
    const overlappedIndex = places
      .map(([row, column]) => spanIndexByPlace.get(placeKey(row, column)))
      .find((each) => each !== undefined);
    if (overlappedIndex !== undefined) return fault(`Overlaps table.spans[${overlappedIndex}].`);
    for (const [row, column] of places) spanIndexByPlace.set(placeKey(row, column), index);
    const coveredText = places.slice(1).find(([row, column]) => (allRows[row]?.[column] ?? '').trim() !== '');
    return coveredText
      ? fault(`Covers the text of the cell at row ${coveredText[0]}, column ${coveredText[1]}: empty it.`)
      : [];
  });
}
