import type { Schemas } from '#front/client/client.ts';

/** Merged cells as text, one a line: first row and column, from 1 with the header, and numbers of rows and columns. */
export const mergedCellsText = (spans: readonly Schemas['TableSpan'][]): string =>
  spans.map(({ row, column, rows, columns }) => `${row + 1}, ${column + 1}: ${rows} × ${columns}`).join('\n');

/** The merged cells in such a text; undefined if a line is not a range of cells. */
export function parseMergedCellsText(text: string): Schemas['TableSpanInput'][] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const spans = lines.flatMap((line) => {
    const numbers = line.match(/\d+/g)?.map(Number) ?? [];
    const [row = 0, column = 0, rows = 0, columns = 0] = numbers;
    const isWhole = numbers.length === 4 && numbers.every((number) => number > 0);
    return isWhole ? [{ row: row - 1, column: column - 1, rows, columns }] : [];
  });
  return spans.length === lines.length ? spans : undefined;
}
