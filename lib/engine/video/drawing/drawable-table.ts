/** On which side the cells of a column are set; `left` is the side where lines start on left-to-right slides only. */
export const CELL_ALIGNMENTS = ['left', 'center', 'right'] as const;
export type CellAlignment = (typeof CELL_ALIGNMENTS)[number];

/** A table of a slide; every row has as many cells as the header, or as the first row where there is none. */
export interface DrawableTable {
  header?: readonly string[] | undefined;
  rows: readonly (readonly string[])[];
  /** One for each column; absent: columns of figures end where lines end, all others start where lines start. */
  align?: readonly CellAlignment[] | undefined;
}

/** The most that a table may hold; see `tableColumns`. */
export const TABLE_LIMITS = { columns: 8, rows: 14, cell: 120 } as const;

/** Number of columns of a table. */
export const tableColumns = ({ header, rows }: DrawableTable): number => (header ?? rows[0] ?? []).length;
