/** The texts of cells that were copied in a spreadsheet: tabs between columns, a line a row. Undefined: one cell. */
export function copiedCells(text) {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  if (lines.length === 1 && !text.includes('\t')) return undefined;
  return lines.map((line) => line.split('\t'));
}
/**
 * Cells with others put over them from a place on. Rows and columns are added as they are needed, within the limits; what does not fit
 * is left out.
 */
export function pasted(cells, over, { row, column }, { rows: mostRows, columns: mostColumns }) {
  const width = cells[0]?.length ?? 0;
  const rows = Math.min(mostRows, Math.max(cells.length, row + over.length));
  const columns = Math.min(mostColumns, Math.max(width, column + Math.max(0, ...over.map((line) => line.length))));
  return Array.from({ length: rows }, (_, at) =>
    Array.from({ length: columns }, (__, place) => over[at - row]?.[place - column] ?? cells[at]?.[place] ?? ''),
  );
}
/** Cells with one of them changed. */
export const withCell = (cells, row, column, text) =>
  cells.map((line, at) => line.map((cell, place) => (at === row && place === column ? text : cell)));
/** Cells with an empty row at their end. */
export const withRow = (cells) => [
  ...cells.map((line) => [...line]),
  Array.from({ length: cells[0]?.length ?? 1 }, () => ''),
];
/** Cells with a column at their end. @param head text of its first cell */
export const withColumn = (cells, head = '') => cells.map((line, row) => [...line, row === 0 ? head : '']);
/** Cells without one row. */
export const withoutRow = (cells, row) => cells.filter((_, at) => at !== row).map((line) => [...line]);
/** Cells without one column. */
export const withoutColumn = (cells, column) => cells.map((line) => line.filter((_, place) => place !== column));
