/** A table of texts; every row has as many cells. */
export type Cells = readonly (readonly string[])[];

/** The texts of cells that were copied in a spreadsheet: tabs between columns, a line a row. Undefined: one cell. */
export function copiedCells(text: string): string[][] | undefined {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  if (lines.length === 1 && !text.includes('\t')) return undefined;
  return lines.map((line) => line.split('\t'));
}

/**
 * Cells with others put over them from a place on. Rows and columns are added as they are needed, within the limits; what does not fit
 * is left out.
 */
export function pasted(
  cells: Cells,
  over: Cells,
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

/** Cells with one of them changed. */
export const withCell = (cells: Cells, row: number, column: number, text: string): string[][] =>
  cells.map((line, at) => line.map((cell, place) => (at === row && place === column ? text : cell)));

/** Cells with an empty row at their end. */
export const withRow = (cells: Cells): string[][] => [
  ...cells.map((line) => [...line]),
  Array.from({ length: cells[0]?.length ?? 1 }, () => ''),
];

/** Cells with a column at their end. @param head text of its first cell */
export const withColumn = (cells: Cells, head = ''): string[][] =>
  cells.map((line, row) => [...line, row === 0 ? head : '']);

/** Cells without one row. */
export const withoutRow = (cells: Cells, row: number): string[][] =>
  cells.filter((_, at) => at !== row).map((line) => [...line]);

/** Cells without one column. */
export const withoutColumn = (cells: Cells, column: number): string[][] =>
  cells.map((line) => line.filter((_, place) => place !== column));
