import type { TypesetParagraph } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import type { MergedCellMap } from './table-spans.ts';

/** Alignment of the cells of a column. */
export type ColumnAlignment = 'left' | 'center' | 'right';

/** The box of a cell's text, from the left edge of the table; pixels. */
export interface CellTextSpan {
  x: number;
  width: number;
  side: ColumnAlignment;
}

/** A cell whose text has fonts, but no size yet. */
export interface TypesetCell {
  paragraph: TypesetParagraph;
  /** Decimals and unit of a number in a column of figures; absent: none. */
  tail?: TypesetParagraph | undefined;
  /** The mark before the text; absent: none. */
  mark?: CellMark | undefined;
}

/** The mark before the text of a cell: an icon as elements of SVG in a box of 24 units, or a bar with its length, 0–1 of its room. */
export type CellMark = { icon: string } | { bar: number };

/** Sizes of marks in sizes of type: the side of an icon, its distance from the text, and the room of bars. */
export const CELL_MARK_SIZES = { icon: 1.12, gap: 0.42, bar: { least: 4, natural: 9 } } as const;

/** The width that a mark adds to a text, in em. @param hasText true if text follows @param bar which of its widths a bar has */
export function cellMarkWidth(mark: CellMark | undefined, hasText: boolean, bar: 'least' | 'natural'): number {
  if (!mark) return 0;
  return ('icon' in mark ? CELL_MARK_SIZES.icon : CELL_MARK_SIZES.bar[bar]) + (hasText ? CELL_MARK_SIZES.gap : 0);
}

/** A table whose text has fonts, but no sizes yet. All rows have the same number of cells. */
export interface TypesetTable {
  /** The rows of the head; empty: none. */
  heads: readonly (readonly TypesetCell[])[];
  /** The rows below the head. */
  rows: readonly (readonly TypesetCell[])[];
  /** The alignment of each column, and whether it has figures. */
  columns: readonly { side: ColumnAlignment; isFigures: boolean }[];
  direction: TextDirection;
  /** Merged cells; rows count from the top of the table. */
  spans: MergedCellMap;
  /** Emphasized rows below the head, and columns. */
  highlight: { rows: ReadonlySet<number>; columns: ReadonlySet<number> };
  /** The line below the table; absent: none. */
  source?: TypesetParagraph | undefined;
}
