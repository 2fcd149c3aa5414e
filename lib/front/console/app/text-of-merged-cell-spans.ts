import type { Schemas } from '#front/client/client.ts';

/** Merged cells as text, one a line: `2, 1: 1 × 3` is row 2 (the header is 1), column 1, one row high, three columns wide. */
export const textOfMergedCellSpans = (spans: readonly Schemas['TableSpan'][]): string =>
  spans.map(({ row, column, rows, columns }) => `${row + 1}, ${column + 1}: ${rows} × ${columns}`).join('\n');

/**
 * The merged cells in a text of textOfMergedCellSpans; only the four numbers of a line count, whatever is between them. Undefined if a line is not a
 * range of cells.
 */
export function parseMergedCellsText(text: string): Schemas['TableSpanInput'][] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const spans = lines.flatMap((line) => {
    const numbers = line.match(/\d+/g)?.map(Number) ?? [];
    const [row = 0, column = 0, rows = 0, columns = 0] = numbers;
    const isRange = numbers.length === 4 && numbers.every((number) => number > 0);
    return isRange ? [{ row: row - 1, column: column - 1, rows, columns }] : [];
  });
  return spans.length === lines.length ? spans : undefined;
}
