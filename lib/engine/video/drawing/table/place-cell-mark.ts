import type { TextDirection } from '../text/writing-system.ts';
import { CELL_MARK_SIZES, type CellMark, type CellTextSpan } from './table-cells.ts';

/** A mark with its place on its line, from the left edge of the table; pixels. */
export interface PlacedCellMark {
  mark: CellMark;
  x: number;
  width: number;
  /** True if a bar grows from its right edge. */
  growsFromRight: boolean;
}

/** Pixels that are added to the measured width of a text, so that rounding does not wrap it. */
const SLACK = 4;

/**
 * Places a mark and its text in a cell. An icon is before its text. A bar starts at the start of the line, and its text ends at the end
 * of the line. All texts of a column get the width of the widest text, so that bars can be compared.
 * @param widths of the text, and of the widest text after a bar in the column; in em
 * @param size of the text, in pixels
 */
export function placeCellMark(
  mark: CellMark,
  box: CellTextSpan,
  widths: { text: number; barText: number },
  size: number,
  direction: TextDirection,
): { box: CellTextSpan; mark: PlacedCellMark } {
  const { text, barText } = widths;
  const isRtl = direction === 'rtl';
  const gap = text > 0 ? CELL_MARK_SIZES.gap * size : 0;
  if ('bar' in mark) {
    const textWidth = barText > 0 ? Math.min(box.width / 2, Math.ceil(barText * size) + SLACK) : 0;
    const barWidth = Math.max(0, box.width - textWidth - (textWidth > 0 ? CELL_MARK_SIZES.gap * size : 0));
    const barX = isRtl ? box.x + box.width - barWidth : box.x;
    const textBox: CellTextSpan = isRtl
      ? { x: box.x, width: textWidth, side: 'left' }
      : { x: box.x + box.width - textWidth, width: textWidth, side: 'right' };
    return {
      box: { ...textBox, width: Math.max(1, textWidth) },
      mark: { mark, x: barX, width: barWidth, growsFromRight: isRtl },
    };
  }
  const iconSide = CELL_MARK_SIZES.icon * size;
  const neededWidth = iconSide + gap + (text > 0 ? Math.ceil(text * size) + SLACK : 0);
  const width = Math.min(box.width, neededWidth);
  const freeWidth = box.width - width;
  const left = box.x + { left: 0, center: freeWidth / 2, right: freeWidth }[box.side];
  const textWidth = Math.max(1, width - iconSide - gap);
  const placedIcon = { mark, x: isRtl ? left + width - iconSide : left, width: iconSide, growsFromRight: isRtl };
  return {
    box: { x: isRtl ? left : left + iconSide + gap, width: textWidth, side: isRtl ? 'right' : 'left' },
    mark: placedIcon,
  };
}
