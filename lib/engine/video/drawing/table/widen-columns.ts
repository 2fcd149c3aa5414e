import type { ColumnWidthNeeds } from './column-widths.ts';

/** The widths that a merged cell needs, in sizes of its type. */
export interface MergedCellWidthNeed {
  column: number;
  columns: number;
  natural: number;
  least: number;
}

/** The columns below merged cells, each widened by an equal share of what is missing to the width of the cell. */
export function widenColumnsForMergedCells<Column extends ColumnWidthNeeds>(
  columns: readonly Column[],
  wide: readonly MergedCellWidthNeed[],
): Column[] {
  const widened = columns.map((column) => ({ ...column }));
  for (const { column, columns: across, natural, least } of wide) {
    const own = widened.slice(column, column + across);
    const missing = (wanted: number, name: 'natural' | 'least'): number =>
      Math.max(0, wanted - own.reduce((sum, each) => sum + each[name], 0)) / Math.max(1, own.length);
    const [more, moreLeast] = [missing(natural, 'natural'), missing(least, 'least')];
    for (const each of own) {
      each.natural += more;
      each.least += moreLeast;
      each.typical = Math.max(each.typical, each.least);
      each.natural = Math.max(each.natural, each.least);
    }
  }
  return widened;
}
