import type { Node } from '@takumi-rs/core';
import { boxNode } from '../layout/boxes.ts';
import { type ArrangedGraphic, type GraphicFrame, topOfGraphic } from '../layout/graphic-content.ts';
import { paragraphNode } from '../text/paragraph-node.ts';
import type { FittedTable } from './fit-table.ts';
import type { PlacedMark } from './place-cell-mark.ts';
import { type PlacedTable, tableRowShapes } from './row-shapes.ts';
import type { TypesetTable } from './table-cells.ts';
import { tableLook } from './table-look.ts';

/** The picture of the mark of a cell, in the middle of the first line of its text. */
function markNode(
  { mark, x, width, fromRight }: PlacedMark,
  left: number,
  y: number,
  size: number,
  look: MarkLook,
): Node {
  if ('bar' in mark) {
    const height = Math.round(0.62 * size);
    const filled = Math.max(1, Math.round(width * mark.bar));
    const at = { y: Math.round(y + (look.line - height) / 2), height };
    const start = left + x + (fromRight ? width - filled : 0);
    const style = { borderRadius: Math.min(look.radius, height / 4) };
    return boxNode({ x: left + x, ...at, width }, { ...style, backgroundColor: look.track }, [
      boxNode({ x: start - left - x, y: 0, width: filled, height }, { ...style, backgroundColor: look.accent }),
    ]);
  }
  const side = Math.round(width);
  const lines = `<g fill="none" stroke="${look.accent}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${mark.icon}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 24 24">${lines}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const at = { left: left + x, top: Math.round(y + (look.line - side) / 2), width: side, height: side };
  return { type: 'image', src, width: side, height: side, style: { position: 'absolute', ...at } };
}

/** Colours and sizes of marks; lengths in pixels. */
interface MarkLook {
  accent: string;
  track: string;
  /** Height of a line of text. */
  line: number;
  radius: number;
}

/** The nodes of a fitted table in its room; rows that are not revealed yet keep their place empty. */
export function tableNodes(fitted: FittedTable, table: TypesetTable, frame: GraphicFrame): ArrangedGraphic {
  const { room, unit, template, scene } = frame;
  const { heads, direction, highlight } = table;
  const look = tableLook(template, scene);
  const { palette } = scene;
  const free = room.width - fitted.width;
  const offset = direction === 'rtl' ? free : 0;
  const x = room.x + (scene.align === 'center' ? Math.round(free / 2) : offset);
  const top = topOfGraphic(frame, fitted.height);
  return {
    top,
    height: fitted.height,
    cut: fitted.cut,
    place({ revealed }) {
      const shown = Math.min(fitted.rows.length, heads.length + revealed);
      const last = fitted.rows[shown - 1];
      const columns = fitted.columns.flatMap((column, i): Node[] => {
        if (!highlight.columns.has(i) || !last) return [];
        const at = { x: x + column.x, y: top, width: column.width, height: last.top + last.height };
        return [boxNode(at, { backgroundColor: look.highlight, borderRadius: look.radius * unit })];
      });
      const placed: PlacedTable = { fitted, table, look, x, top, unit, shown };
      const rows = fitted.rows.slice(0, shown).flatMap((row, i) => {
        const color = row.isHeader ? look.headerText : palette.text;
        const texts = row.cells.flatMap(({ paragraph, box, height, mark, rows: tall }): Node[] => {
          const own = fitted.rows.slice(i, i + tall).reduce((sum, each) => sum + each.height, 0);
          const y = top + row.top + (tall > 1 ? Math.round((own - height) / 2) : fitted.padding);
          const type = { size: fitted.size, width: box.width, side: box.side, color, balanced: false } as const;
          const at = { x: x + box.x, y, width: box.width, height };
          const text = boxNode(at, {}, [paragraphNode(paragraph, type)]);
          const line = paragraph.leading * fitted.size;
          const marks = { accent: palette.accent, track: look.highlight, line, radius: look.radius * unit };
          return mark ? [markNode(mark, x, y, fitted.size, marks), text] : [text];
        });
        return [...tableRowShapes(i, placed), ...texts];
      });
      return [...columns, ...rows];
    },
  };
}
