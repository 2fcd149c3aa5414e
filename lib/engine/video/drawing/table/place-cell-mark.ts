import type { TextDirection } from '../text/writing-system.ts';
import { CELL_MARK_SIZES, type CellBox, type CellMark } from './table-cells.ts';

/** A mark with its place on its line, from the left edge of the table; pixels. */
export interface PlacedMark {
  mark: CellMark;
  x: number;
  width: number;
  /** True if a bar grows from its right edge. */
  fromRight: boolean;
}

/** Pixels that are added to the measured width of a text, so that rounding does not wrap it. */
const SLACK = 4;

/**
 * Places a mark and its text in a cell. An icon stands before its text. A bar starts at the start of the line, and its text ends at the end
 * of the line. All texts of a column get the width of the widest text, so that bars can be compared.
 * @param widths of the text, and of the widest text after a bar in the column; in em
 * @param size of the text, in pixels
 */
export function placeCellMark(
  mark: CellMark,
  box: CellBox,
  { text, barText }: { text: number; barText: number },
  size: number,
  direction: TextDirection,
): { box: CellBox; mark: PlacedMark } {
  const isRtl = direction === 'rtl';
  const gap = text > 0 ? CELL_MARK_SIZES.gap * size : 0;
  if ('bar' in mark) {
    const after = barText > 0 ? Math.min(box.width / 2, Math.ceil(barText * size) + SLACK) : 0;
    const room = Math.max(0, box.width - after - (after > 0 ? CELL_MARK_SIZES.gap * size : 0));
    const at = isRtl ? box.x + box.width - room : box.x;
    const end: CellBox = isRtl
      ? { x: box.x, width: after, side: 'left' }
      : { x: box.x + box.width - after, width: after, side: 'right' };
    return { box: { ...end, width: Math.max(1, after) }, mark: { mark, x: at, width: room, fromRight: isRtl } };
  }
  const side = CELL_MARK_SIZES.icon * size;
  const wanted = side + gap + (text > 0 ? Math.ceil(text * size) + SLACK : 0);
  const width = Math.min(box.width, wanted);
  const free = box.width - width;
  const left = box.x + { left: 0, center: free / 2, right: free }[box.side];
  const rest = Math.max(1, width - side - gap);
  const placed = { mark, x: isRtl ? left + width - side : left, width: side, fromRight: isRtl };
  return { box: { x: isRtl ? left : left + side + gap, width: rest, side: isRtl ? 'right' : 'left' }, mark: placed };
}
