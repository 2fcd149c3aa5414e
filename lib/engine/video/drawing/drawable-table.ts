/** Alignments of the cells of a column: physical sides, which are not exchanged on right-to-left slides. */
export const CELL_ALIGNMENTS = ['left', 'center', 'right'] as const;
/** The alignment of the cells of a column. */
export type CellAlignment = (typeof CELL_ALIGNMENTS)[number];

/** Cells of a table that are drawn as one; rows and columns are counted from 0, rows from the top of the table with its header. */
export interface TableSpan {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** A table of a slide; every row has as many cells as the header, or as the first row of a table without header. */
export interface DrawableTable {
  header?: readonly string[] | undefined;
  rows: readonly (readonly string[])[];
  /** 2: the first of `rows` is a second row of the head. Absent: 1. */
  header_rows?: number | undefined;
  /** Merged cells, which do not overlap; the cells that they cover are empty. Absent: none. */
  spans?: readonly TableSpan[] | undefined;
  /** One for each column; absent: columns of figures are aligned to the end of lines, all others to their start. */
  align?: readonly CellAlignment[] | undefined;
  /** Rows of the body and columns that are emphasized, from 0; absent: none. */
  highlight_rows?: readonly number[] | undefined;
  highlight_columns?: readonly number[] | undefined;
  /** A line below the table about the source of its figures; absent: none. */
  source?: string | undefined;
}

/** Limits of a table: columns, rows, rows of the head and spans; characters of a cell and of the source. */
export const TABLE_LIMITS = { columns: 8, rows: 14, cell: 120, source: 120, headerRows: 2, spans: 24 } as const;

/** Number of columns of a table. */
export const tableColumnCount = ({ header, rows }: DrawableTable): number => (header ?? rows[0] ?? []).length;

/** Number of rows of the head of a table. */
export const tableHeadRowCount = ({ header, header_rows = 1 }: DrawableTable): number => (header ? header_rows : 0);

/** The rows below the head of a table. */
export const tableBodyRows = ({ header, header_rows = 1, rows }: DrawableTable): readonly (readonly string[])[] =>
  header ? rows.slice(header_rows - 1) : rows;
