/** A merged cell, as requests have it; rows count from the top of the table, the head included. */
interface Span {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** Rows without the head, and columns, that a table may have. */
const MOST = { rows: 14, columns: 8 };
const numberOf = (value: unknown, usual: number): number => (typeof value === 'number' ? value : usual);

/** Many merged cells: pairs, in rows of four. */
const pairs = (count: number): Span[] =>
  Array.from({ length: count }, (_, i) => ({ row: Math.floor(i / 4), column: 2 * (i % 4), rows: 1, columns: 2 }));

/** Merged cells that have the numbers of one, without overlapping: its row and its column, and its extents. */
function separated(given: Record<string, unknown>, heads: number): Span[] {
  const [row, column] = [numberOf(given.row, 0), numberOf(given.column, 0)];
  const [rows, columns] = [numberOf(given.rows, 1), numberOf(given.columns, 1)];
  const isWide = columns > 2;
  const upright = { row: row <= 6 ? 8 : 3, column: column < 2 && column > 0 ? 3 : column, rows: 2, columns: 1 };
  return [
    ...(isWide ? [{ row: 0, column: 0, rows: 1, columns }] : []),
    ...(isWide && row === 0 ? [] : [{ row, column: 0, rows: 1, columns: 2 }]),
    ...(rows > 2 ? [{ row: isWide ? Math.max(1, heads) : heads, column: 2, rows, columns: 1 }] : []),
    ...(rows > 2 && upright.column === 2 ? [] : [upright]),
  ];
}

/** The merged cells of a table that reach the numbers of those given, with the rows and columns that they need. */
export function agreeingSpans(
  spans: readonly unknown[],
  heads: number,
): { spans: Span[]; lines: number; columns: number } | undefined {
  const [first] = spans;
  if (spans.length === 0 || typeof first !== 'object' || first === null) return undefined;
  const placed = spans.length > 1 ? pairs(spans.length) : separated({ ...first }, heads);
  const lines = Math.max(...placed.map(({ row, rows }) => row + rows));
  return { spans: placed, lines: Math.max(lines, heads + 1), columns: MOST.columns };
}

/** Reports whether a merged cell covers a place other than its first. */
export const isCovered = (spans: readonly Span[], row: number, column: number): boolean =>
  spans.some((span) => {
    const isInside =
      row >= span.row && row < span.row + span.rows && column >= span.column && column < span.column + span.columns;
    return isInside && !(row === span.row && column === span.column);
  });

/** Reports whether a table of this many lines needs a head to have them. */
export const needsHead = (lines: number): boolean => lines > MOST.rows;
