/** The texts of a table, by row; all rows have the same number of cells. */
export type TableCells = readonly (readonly string[])[];

/** The cells of a text that was copied from a spreadsheet: a line for each row, tabs between columns. Undefined for a single cell. */
export function parseCopiedCells(text: string): string[][] | undefined {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  if (lines.length === 1 && !text.includes('\t')) return undefined;
  return lines.map((line) => line.split('\t'));
}

/**
 * The cells after others were pasted over them, starting at one cell. Rows and columns are added within the limits; pasted cells beyond
 * the limits are left out.
 */
export function withPastedCells(
  cells: TableCells,
  pastedCells: TableCells,
  { row, column }: { row: number; column: number },
  { rows: maxRows, columns: maxColumns }: { rows: number; columns: number },
): string[][] {
  const width = cells[0]?.length ?? 0;
  const rows = Math.min(maxRows, Math.max(cells.length, row + pastedCells.length));
  const columns = Math.min(
    maxColumns,
    Math.max(width, column + Math.max(0, ...pastedCells.map((line) => line.length))),
  );
  return Array.from({ length: rows }, (_, rowIndex) =>
    Array.from(
      { length: columns },
      (__, columnIndex) => pastedCells[rowIndex - row]?.[columnIndex - column] ?? cells[rowIndex]?.[columnIndex] ?? '',
    ),
  );
}

/**
 * The rows down by which a pressed key moves the focus; undefined if it does not move it. During the input of an input method, Enter and
 * arrows choose among its candidates.
 */
export function rowStepOfKey({
  key,
  shiftKey,
  isComposing,
}: {
  key: string;
  shiftKey: boolean;
  isComposing: boolean;
}): 1 | -1 | undefined {
  if (isComposing) return undefined;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
}

/** The cells with another text in one of them. */
export const withCellText = (cells: TableCells, row: number, column: number, text: string): string[][] =>
  cells.map((line, rowIndex) =>
    line.map((cell, columnIndex) => (rowIndex === row && columnIndex === column ? text : cell)),
  );

/** The cells with an empty row added at the end. */
export const withRowAdded = (cells: TableCells): string[][] => [
  ...cells.map((line) => [...line]),
  Array.from({ length: cells[0]?.length ?? 1 }, () => ''),
];

/** The cells with a column added at the end. @param headerText text of its first cell */
export const withColumnAdded = (cells: TableCells, headerText = ''): string[][] =>
  cells.map((line, row) => [...line, row === 0 ? headerText : '']);

/** The cells without one row. */
export const withRowRemoved = (cells: TableCells, row: number): string[][] =>
  cells.filter((_, rowIndex) => rowIndex !== row).map((line) => [...line]);

/** The cells without one column. */
export const withColumnRemoved = (cells: TableCells, column: number): string[][] =>
  cells.map((line) => line.filter((_, columnIndex) => columnIndex !== column));
