import type { Paragraph } from '../text/typesetting.ts';
import type { Direction } from '../text/writing-system.ts';

/** Alignment of the cells of a column. */
export type ColumnSide = 'left' | 'center' | 'right';

/** A cell with its fonts. */
export interface SetCell {
  paragraph: Paragraph;
  /** Decimals and unit of a number in a column of figures; absent: none. */
  tail?: Paragraph | undefined;
}

/** A table with its fonts, without sizes. All rows are equally long. */
export interface SetTable {
  header?: readonly SetCell[] | undefined;
  rows: readonly (readonly SetCell[])[];
  columns: readonly { side: ColumnSide; isFigures: boolean }[];
  direction: Direction;
}
