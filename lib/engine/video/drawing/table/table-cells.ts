import type { Paragraph } from '../text/typesetting.ts';
import type { Direction } from '../text/writing-system.ts';

/** Alignment of the cells of a column. */
export type ColumnSide = 'left' | 'center' | 'right';

/** A cell whose text has fonts, but no size yet. */
export interface TypesetCell {
  paragraph: Paragraph;
  /** Decimals and unit of a number in a column of figures; absent: none. */
  tail?: Paragraph | undefined;
}

/** A table whose text has fonts, but no sizes yet. All rows have the same number of cells. */
export interface TypesetTable {
  header?: readonly TypesetCell[] | undefined;
  rows: readonly (readonly TypesetCell[])[];
  columns: readonly { side: ColumnSide; isFigures: boolean }[];
  direction: Direction;
  /** Emphasized rows of the body, and columns. */
  highlight: { rows: ReadonlySet<number>; columns: ReadonlySet<number> };
  /** The line below the table; absent: none. */
  source?: Paragraph | undefined;
}
