import type { ColumnWidthNeeds } from './column-widths.ts';

/** The widths that a merged cell needs, in sizes of its type: its first column, its number of columns, and `ColumnWidthNeeds`. */
export interface MergedCellWidthNeed {
  column: number;
  columns: number;
  natural: number;
  least: number;
}

/** The columns of a table, in which those of merged cells are widened equally until each merged cell has the width that it needs. */
export function widenColumnsForMergedCells<Column extends ColumnWidthNeeds>(
  columns: readonly Column[],
  mergedCells: readonly MergedCellWidthNeed[],
): Column[] {
  const widened = columns.map((column) => ({ ...column }));
  for (const { column, columns: columnCount, natural, least } of mergedCells) {
    const coveredColumns = widened.slice(column, column + columnCount);
    const missingPerColumn = (neededWidth: number, name: 'natural' | 'least'): number =>
      Math.max(0, neededWidth - coveredColumns.reduce((sum, each) => sum + each[name], 0)) /
      Math.max(1, coveredColumns.length);
    const [addedNatural, addedLeast] = [missingPerColumn(natural, 'natural'), missingPerColumn(least, 'least')];
    for (const coveredColumn of coveredColumns) {
      coveredColumn.natural += addedNatural;
      coveredColumn.least += addedLeast;
      coveredColumn.typical = Math.max(coveredColumn.typical, coveredColumn.least);
      coveredColumn.natural = Math.max(coveredColumn.natural, coveredColumn.least);
    }
  }
  return widened;
}
