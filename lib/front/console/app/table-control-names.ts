import type { TableCells } from './grid-cells.ts';

/** The parts of an editable table by which its controls are named. */
export interface TableForControlNames {
  /** Name of the table. */
  label: string;
  cells: TableCells;
  /** Name of the first column; undefined: the text of its header cell. */
  corner: string | undefined;
  /** Noun for a column. */
  columnNoun: string;
  /** Noun for a row. */
  rowNoun: string;
  /** True if the first row names the columns. */
  hasHeader: boolean;
  /** Columns at the left that cannot be removed, and are not counted in names. */
  unremovableColumns: number;
}

/** The accessible names of the cells and buttons of an editable table, and the header text of a column that is added. */
export function tableControlNames(table: TableForControlNames) {
  const { label, cells, corner, columnNoun, rowNoun, hasHeader, unremovableColumns } = table;
  const columnNumber = (column: number): string => String(column + 1 - unremovableColumns);
  const rowNumber = (row: number): string => String(hasHeader ? row : row + 1);
  return {
    ofCell(row: number, column: number): string {
      if (hasHeader && row === 0) return `${label}: name of ${columnNoun} ${columnNumber(column)}`;
      const columnName = corner !== undefined && column === 0 ? corner : cells[0]?.[column];
      const columnLabel = (hasHeader && columnName) || `${columnNoun} ${columnNumber(column)}`;
      return `${label}: ${columnLabel}, ${rowNoun} ${rowNumber(row)}`;
    },
    ofRowRemoval: (row: number): string => `Remove ${rowNoun} ${rowNumber(row)}`,
    ofColumnRemoval: (column: number): string => `Remove ${columnNoun} ${columnNumber(column)}`,
    /** The header text of a column after the last one; empty in a table without a header. */
    headerOfNewColumn: (): string => {
      const noun = `${columnNoun.charAt(0).toUpperCase()}${columnNoun.slice(1)}`;
      return hasHeader ? `${noun} ${columnNumber(cells[0]?.length ?? 0)}` : '';
    },
  };
}
