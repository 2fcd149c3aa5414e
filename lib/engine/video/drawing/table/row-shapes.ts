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
  unit: number;
  /** Number of rows, from the top, that are shown. */
  shown: number;
}

/** The widths of a row without some of its columns: runs of neighbouring columns, from the left edge of the table. */
function runsWithout(
  { columns, width }: FittedTable,
  left: ReadonlySet<number>,
): readonly { x: number; width: number }[] {
  if (left.size === 0) return [{ x: 0, width }];
  const kept = columns.filter((_, column) => !left.has(column)).toSorted((a, b) => a.x - b.x);
  const runs: { x: number; width: number }[] = [];
  for (const column of kept) {
    const last = runs.at(-1);
    if (last && column.x <= last.x + last.width + 1) last.width = column.x + column.width - last.x;
    else runs.push({ ...column });
  }
  return runs;
}

/** The columns of the cells merged over several rows for which a test of their first row and of the row after their last is true. */
const columnsOf = (
  { spans }: PlacedTable['table'],
  isAsked: (first: number, end: number) => boolean,
): ReadonlySet<number> =>
  new Set(
    spans.all
      .filter(({ row, rows }) => rows > 1 && isAsked(row, row + rows))
      .flatMap(({ column, columns }) => Array.from({ length: columns }, (_, i) => column + i)),
  );

/** The left edge and width of a merged cell, from the left edge of the table. */
function extentOf({ columns }: FittedTable, column: number, count: number): { x: number; width: number } {
  const own = columns.slice(column, column + count);
  const x = Math.min(...own.map((each) => each.x));
  return { x, width: Math.max(...own.map((each) => each.x + each.width)) - x };
}

/** Shapes of a row: its fill, and the rule along its bottom edge. Neither divides a merged cell. `index` counts from the top. */
export function tableRowShapes(index: number, placed: PlacedTable): Node[] {
  const { fitted, table, look, x, top, unit, shown } = placed;
  const row = fitted.rows[index];
  if (!row) return [];
  const body = index - table.heads.length;
  const usual = row.isHeader ? look.headerFill : body % 2 === 1 ? look.stripe : undefined;
  const fill = !row.isHeader && table.highlight.rows.has(body) ? look.highlight : usual;
  const y = top + row.top;
  const nodes: Node[] = [];
  const addFill = (at: { x: number; width: number }, height: number, radius: number): void => {
    const style = { backgroundColor: fill ?? '', borderRadius: radius };
    if (fill) nodes.push(boxNode({ x: x + at.x, y, width: at.width, height }, style));
  };
  const tall = columnsOf(table, (first, end) => first <= index && index < end);
  for (const run of runsWithout(fitted, tall)) addFill(run, row.height, tall.size > 0 ? 0 : look.radius * unit);
  for (const span of table.spans.all) {
    if (span.rows < 2 || span.row !== index) continue;
    const rows = fitted.rows.slice(index, Math.min(index + span.rows, shown));
    const height = rows.reduce((sum, each) => sum + each.height, 0);
    addFill(extentOf(fitted, span.column, span.columns), height, 0);
  }
  const addLines = (color: string, thickness: number, runs: readonly { x: number; width: number }[]): void => {
    for (const run of runs)
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
  const below = columnsOf(table, (first, end) => first <= index && index < end - 1);
  if (row.isHeader && isLastHead) addLines(look.rule, thickness, [{ x: 0, width: fitted.width }]);
  // A head over several columns has a line as wide as these.
  if (row.isHeader && !isLastHead)
    addLines(
      look.rule,
      hairline,
      table.spans.all
        .filter((span) => span.row === index && span.columns > 1 && span.rows === 1)
        .map((span) => extentOf(fitted, span.column, span.columns))
        .map((extent) => ({ x: extent.x + 0.35 * fitted.size, width: extent.width - 0.7 * fitted.size })),
    );
  if (!row.isHeader && look.line) addLines(look.line, hairline, runsWithout(fitted, below));
  return nodes;
}
