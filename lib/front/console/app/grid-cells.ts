/** The texts of a table, by row; all rows have the same number of cells. */
export type TableCells = readonly (readonly string[])[];

/** The cells of a text that was copied from a spreadsheet: a line for each row, tabs between columns. Undefined for a single cell. */
export function parseCopiedCells(text: string): string[][] | undefined {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  if (lines.length === 1 && !text.includes('\t')) return undefined;
  return lines.map((line) => line.split('\t'));
}

/**
 * The cells after others were pasted over them, from a given cell on. Rows and columns are added within the limits; pasted cells beyond
 * them are left out.
 */
export function withPastedCells(
  cells: TableCells,
  over: TableCells,
  { row, column }: { row: number; column: number },
  { rows: mostRows, columns: mostColumns }: { rows: number; columns: number },
): string[][] {
  const width = cells[0]?.length ?? 0;
  const rows = Math.min(mostRows, Math.max(cells.length, row + over.length));
  const columns = Math.min(mostColumns, Math.max(width, column + Math.max(0, ...over.map((line) => line.length))));
  return Array.from({ length: rows }, (_, at) =>
    Array.from({ length: columns }, (__, place) => over[at - row]?.[place - column] ?? cells[at]?.[place] ?? ''),
  );
}

/** The cells with another text in one of them. */
export const withCellText = (cells: TableCells, row: number, column: number, text: string): string[][] =>
  cells.map((line, at) => line.map((cell, place) => (at === row && place === column ? text : cell)));

/** The cells with an empty row added at the end. */
export const withRowAdded = (cells: TableCells): string[][] => [
  ...cells.map((line) => [...line]),
  Array.from({ length: cells[0]?.length ?? 1 }, () => ''),
];

/** The cells with a column added at the end. @param head text of its first cell */
export const withColumnAdded = (cells: TableCells, head = ''): string[][] =>
  cells.map((line, row) => [...line, row === 0 ? head : '']);

/** The cells without one row. */
export const withRowRemoved = (cells: TableCells, row: number): string[][] =>
  cells.filter((_, at) => at !== row).map((line) => [...line]);

/** The cells without one column. */
export const withColumnRemoved = (cells: TableCells, column: number): string[][] =>
  cells.map((line) => line.filter((_, place) => place !== column));
