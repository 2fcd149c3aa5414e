/** One of the items of a slide: a card, a step, a point in time, a column of a comparison, a figure or a person. */
export interface DrawableItem {
  title: string;
  /** Explanation; a line break starts another line. */
  text?: string | undefined;
  /** A figure with its unit, as it is shown. */
  figure?: string | undefined;
  date?: string | undefined;
  /** The number that it shows in a layout with numbers, from 1; absent: its place among the items. */
  number?: number | undefined;
  /** Name of an icon. */
  icon?: string | undefined;
  /** True if it is drawn with emphasis. Absent: false. */
  highlight?: boolean | undefined;
}

/** Limits of items: their number, and lengths in characters. */
export const SLIDE_ITEM_LIMITS = { items: 12, title: 80, text: 300, figure: 20, date: 40, icon: 60 } as const;

/** The texts of an item, in the order in which they are read. */
export const textsOfItem = ({ date, figure, title, text }: DrawableItem): string[] =>
  [date, figure, title, ...(text ?? '').split('\n')].filter(
    (each): each is string => each !== undefined && each !== '',
  );
