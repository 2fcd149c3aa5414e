import type { Node } from '@takumi-rs/core';
import { boxNode } from '../layout/boxes.ts';
import { type ArrangedGraphic, type GraphicFrame, graphicTop } from '../layout/graphic-content.ts';
import { paragraphNode } from '../text/paragraph-node.ts';
import type { FittedRow, FittedTable } from './fit-table.ts';
import type { TypesetTable } from './table-cells.ts';
import { type TableLook, tableLook } from './table-look.ts';

/** Shapes of a row: its fill, and the rule along its bottom edge. `index` counts rows of the body. */
function rowShapes(
  row: FittedRow,
  index: number,
  { x, y, width }: { x: number; y: number; width: number },
  look: TableLook,
  unit: number,
  highlighted: ReadonlySet<number>,
): Node[] {
  const { height, isHeader } = row;
  const usual = isHeader ? look.headerFill : index % 2 === 1 ? look.stripe : undefined;
  const fill = !isHeader && highlighted.has(index) ? look.highlight : usual;
  const nodes: Node[] = [];
  if (fill) nodes.push(boxNode({ x, y, width, height }, { backgroundColor: fill, borderRadius: look.radius * unit }));
  const thickness = Math.max(2, Math.round(look.ruleThickness * unit));
  if (isHeader)
    nodes.push(boxNode({ x, y: y + height - thickness, width, height: thickness }, { backgroundColor: look.rule }));
  const hairline = Math.max(1, Math.round(unit * 0.0016));
  if (!isHeader && look.line)
    nodes.push(boxNode({ x, y: y + height - hairline, width, height: hairline }, { backgroundColor: look.line }));
  return nodes;
}

/** The nodes of a fitted table in its room; rows that are not revealed yet keep their place empty. */
export function placeTable(
  fitted: FittedTable,
  { header, direction, highlight }: TypesetTable,
  frame: GraphicFrame,
): ArrangedGraphic {
  const { room, unit, template, scene } = frame;
  const look = tableLook(template, scene);
  const { palette } = scene;
  const free = room.width - fitted.width;
  const offset = direction === 'rtl' ? free : 0;
  const x = room.x + (scene.align === 'center' ? Math.round(free / 2) : offset);
  const top = graphicTop(frame, fitted.height);
  return {
    top,
    height: fitted.height,
    cut: fitted.cut,
    place({ revealed }) {
      const shown = fitted.rows.filter((row, i) => row.isHeader || (header ? i - 1 : i) < revealed);
      const last = shown.at(-1);
      const columns = fitted.columns.flatMap((column, i): Node[] => {
        if (!highlight.columns.has(i) || !last) return [];
        const at = { x: x + column.x, y: top, width: column.width, height: last.top + last.height };
        return [boxNode(at, { backgroundColor: look.highlight, borderRadius: look.radius * unit })];
      });
      const rows = fitted.rows.flatMap((row, i) => {
        const index = header ? i - 1 : i;
        if (!row.isHeader && index >= revealed) return [];
        const y = top + row.top;
        const color = row.isHeader ? look.headerText : palette.text;
        const texts = row.cells.map(({ paragraph, box, height }) => {
          const look = {
            size: fitted.size,
            width: box.width,
            side: box.side,
            color,
            balanced: false,
          } as const;
          const at = { x: x + box.x, y: y + fitted.padding, width: box.width, height };
          return boxNode(at, {}, [paragraphNode(paragraph, look)]);
        });
        return [...rowShapes(row, index, { x, y, width: fitted.width }, look, unit, highlight.rows), ...texts];
      });
      return [...columns, ...rows];
    },
  };
}
