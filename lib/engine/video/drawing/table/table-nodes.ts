import type { Node } from '@takumi-rs/core';
import { boxNode } from '../layout/boxes.ts';
import { type ArrangedGraphic, type GraphicRoom, topOfGraphic } from '../layout/graphic-content.ts';
import { paragraphNode } from '../text/paragraph-node.ts';
import type { FittedTable } from './fit-table.ts';
import type { PlacedCellMark } from './place-cell-mark.ts';
import { type PlacedTable, tableRowBackgroundNodes } from './row-shapes.ts';
import type { TypesetTable } from './table-cells.ts';
import { tableLook } from './table-look.ts';

/** The node of the mark of a cell, in the middle of the first line of its text. @param left edge of the table @param size of type; pixels */
function markNode(
  { mark, x, width, growsFromRight: fromRight }: PlacedCellMark,
  left: number,
  y: number,
  size: number,
  look: MarkLook,
): Node {
  if ('bar' in mark) {
    const height = Math.round(0.62 * size);
    const filledWidth = Math.max(1, Math.round(width * mark.bar));
    const barPlace = { y: Math.round(y + (look.line - height) / 2), height };
    const start = left + x + (fromRight ? width - filledWidth : 0);
    const style = { borderRadius: Math.min(look.radius, height / 4) };
    return boxNode({ x: left + x, ...barPlace, width }, { ...style, backgroundColor: look.track }, [
      boxNode({ x: start - left - x, y: 0, width: filledWidth, height }, { ...style, backgroundColor: look.accent }),
    ]);
  }
  const side = Math.round(width);
  const iconGroup = `<g fill="none" stroke="${look.accent}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${mark.icon}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 24 24">${iconGroup}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const iconPlace = { left: left + x, top: Math.round(y + (look.line - side) / 2), width: side, height: side };
  return { type: 'image', src, width: side, height: side, style: { position: 'absolute', ...iconPlace } };
}

/** Colours and sizes of marks; lengths in pixels. */
interface MarkLook {
  accent: string;
  /** The colour of the empty part of a bar. */
  track: string;
  /** Height of a line of text. */
  line: number;
  radius: number;
}

/** The graphic of a fitted table in its room. The places of rows that are not revealed yet stay empty. */
export function graphicOfFittedTable(
  fittedTable: FittedTable,
  table: TypesetTable,
  graphicRoom: GraphicRoom,
): ArrangedGraphic {
  const { room, unit, template, scene } = graphicRoom;
  const { heads, direction, highlight } = table;
  const look = tableLook(template, scene);
  const { palette } = scene;
  const freeWidth = room.width - fittedTable.width;
  const offset = direction === 'rtl' ? freeWidth : 0;
  const x = room.x + (scene.align === 'center' ? Math.round(freeWidth / 2) : offset);
  const top = topOfGraphic(graphicRoom, fittedTable.height);
  return {
    top,
    height: fittedTable.height,
    cut: fittedTable.cut,
    place({ revealed }) {
      const shownRows = Math.min(fittedTable.rows.length, heads.length + revealed);
      const lastShownRow = fittedTable.rows[shownRows - 1];
      const columns = fittedTable.columns.flatMap((column, i): Node[] => {
        if (!highlight.columns.has(i) || !lastShownRow) return [];
        const columnBox = {
          x: x + column.x,
          y: top,
          width: column.width,
          height: lastShownRow.top + lastShownRow.height,
        };
        return [boxNode(columnBox, { backgroundColor: look.highlight, borderRadius: look.radius * unit })];
      });
      const placedTable: PlacedTable = { fitted: fittedTable, table, look, x, top, unit, shownRows };
      const rows = fittedTable.rows.slice(0, shownRows).flatMap((row, i) => {
        const color = row.isHeader ? look.headerText : palette.text;
        const texts = row.cells.flatMap(({ paragraph, box, height, mark, rows: rowCount }): Node[] => {
          const cellHeight = fittedTable.rows.slice(i, i + rowCount).reduce((sum, each) => sum + each.height, 0);
          const y = top + row.top + (rowCount > 1 ? Math.round((cellHeight - height) / 2) : fittedTable.padding);
          const textLook = {
            size: fittedTable.size,
            width: box.width,
            side: box.side,
            color,
            balanced: false,
          } as const;
          const textBox = { x: x + box.x, y, width: box.width, height };
          const textNode = boxNode(textBox, {}, [paragraphNode(paragraph, textLook)]);
          const lineHeight = paragraph.leading * fittedTable.size;
          const markLook = {
            accent: palette.accent,
            track: look.highlight,
            line: lineHeight,
            radius: look.radius * unit,
          };
          return mark ? [markNode(mark, x, y, fittedTable.size, markLook), textNode] : [textNode];
        });
        return [...tableRowBackgroundNodes(i, placedTable), ...texts];
      });
      return [...columns, ...rows];
    },
  };
}
