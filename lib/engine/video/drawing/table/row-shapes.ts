import type { Node } from '@takumi-rs/core';
import { boxNode } from '../layout/boxes.ts';
import type { FittedTable } from './fit-table.ts';
import type { TypesetTable } from './table-cells.ts';
import type { TableLook } from './table-look.ts';

/** A table in its place on the slide; pixels. */
export interface PlacedTable {
  fitted: FittedTable;
  table: Pick<TypesetTable, 'heads' | 'spans' | 'highlight'>;
  look: TableLook;
  x: number;
  top: number;
  /** The unit of the slide. */
  unit: number;
  /** Number of rows, from the top, that are shown. */
  shownRows: number;
}

/** The extents of a row without some of its columns: one for each run of neighbouring columns, from the left edge of the table. */
function extentsWithout(
  { columns, width }: FittedTable,
  omittedColumns: ReadonlySet<number>,
): readonly { x: number; width: number }[] {
  if (omittedColumns.size === 0) return [{ x: 0, width }];
  const remainingColumns = columns.filter((_, column) => !omittedColumns.has(column)).toSorted((a, b) => a.x - b.x);
  const runs: { x: number; width: number }[] = [];
  for (const column of remainingColumns) {
    const lastRun = runs.at(-1);
    if (lastRun && column.x <= lastRun.x + lastRun.width + 1) lastRun.width = column.x + column.width - lastRun.x;
    else runs.push({ ...column });
  }
  return runs;
}

/** The columns of cells that are merged over several rows, and for whose first row and row after the last one `isMatch` is true. */
const columnsOfTallCells = (
  { spans }: PlacedTable['table'],
  isMatch: (first: number, end: number) => boolean,
): ReadonlySet<number> =>
  new Set(
    spans.all
      .filter(({ row, rows }) => rows > 1 && isMatch(row, row + rows))
      .flatMap(({ column, columns }) => Array.from({ length: columns }, (_, i) => column + i)),
  );

/** The left edge, from that of the table, and the width of `count` columns from `column` on. */
function extentOf({ columns }: FittedTable, column: number, count: number): { x: number; width: number } {
  const coveredColumns = columns.slice(column, column + count);
  const x = Math.min(...coveredColumns.map((each) => each.x));
  return { x, width: Math.max(...coveredColumns.map((each) => each.x + each.width)) - x };
}

/** The shapes of a row: its fill, and the rule along its bottom edge. Neither divides a merged cell. @param index of the row, from the top */
export function tableRowBackgroundNodes(index: number, placedTable: PlacedTable): Node[] {
  const { fitted, table, look, x, top, unit, shownRows } = placedTable;
  const row = fitted.rows[index];
  if (!row) return [];
  const bodyIndex = index - table.heads.length;
  const usualFill = row.isHeader ? look.headerFill : bodyIndex % 2 === 1 ? look.stripe : undefined;
  const fill = !row.isHeader && table.highlight.rows.has(bodyIndex) ? look.highlight : usualFill;
  const y = top + row.top;
  const nodes: Node[] = [];
  const addFill = (place: { x: number; width: number }, height: number, radius: number): void => {
    const style = { backgroundColor: fill ?? '', borderRadius: radius };
    if (fill) nodes.push(boxNode({ x: x + place.x, y, width: place.width, height }, style));
  };
  const filledColumns = columnsOfTallCells(table, (first, end) => first <= index && index < end);
  for (const run of extentsWithout(fitted, filledColumns))
    addFill(run, row.height, filledColumns.size > 0 ? 0 : look.radius * unit);
  for (const span of table.spans.all) {
    if (span.rows < 2 || span.row !== index) continue;
    const rows = fitted.rows.slice(index, Math.min(index + span.rows, shownRows));
    const height = rows.reduce((sum, each) => sum + each.height, 0);
    addFill(extentOf(fitted, span.column, span.columns), height, 0);
  }
  const addLines = (color: string, thickness: number, extents: readonly { x: number; width: number }[]): void => {
    for (const run of extents)
      nodes.push(
        boxNode(
          { x: x + run.x, y: y + row.height - thickness, width: run.width, height: thickness },
          { backgroundColor: color },
        ),
      );
  };
  const thickness = Math.max(2, Math.round(look.ruleThickness * unit));
  const hairline = Math.max(1, Math.round(unit * 0.0016));
  const isLastHead = index === table.heads.length - 1;
  const crossedColumns = columnsOfTallCells(table, (first, end) => first <= index && index < end - 1);
  if (row.isHeader && isLastHead) addLines(look.rule, thickness, [{ x: 0, width: fitted.width }]);
  // A merged cell of an upper row of the head has a line as wide as its columns.
  if (row.isHeader && !isLastHead)
    addLines(
      look.rule,
      hairline,
      table.spans.all
        .filter((span) => span.row === index && span.columns > 1 && span.rows === 1)
        .map((span) => extentOf(fitted, span.column, span.columns))
        .map((extent) => ({ x: extent.x + 0.35 * fitted.size, width: extent.width - 0.7 * fitted.size })),
    );
  if (!row.isHeader && look.line) addLines(look.line, hairline, extentsWithout(fitted, crossedColumns));
  return nodes;
}
