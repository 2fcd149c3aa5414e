import type { SlideTemplate, TextStyle } from '../design.ts';

/** Type styles of the parts of an item, whose sizes are fitted together. */
export interface ItemTextStyles {
  title: TextStyle;
  text: TextStyle;
  figure: TextStyle;
  date: TextStyle;
}

/** The smallest weight of titles in built-in faces, and the weight of dates, which stand out from the text by their weight. */
const WEIGHTS = { title: 600, date: 700 };

/** The type styles of items in a template. */
export function itemTextStyles({ type }: Pick<SlideTemplate, 'type'>): ItemTextStyles {
  const { heading, body, figure } = type;
  return {
    title: {
      ...heading,
      weight: Math.max(heading.weight, typeof heading.font === 'string' ? WEIGHTS.title : 0),
      leading: 1.2,
    },
    text: { ...body, leading: 1.36 },
    figure: { ...figure, leading: 1.04 },
    date: { ...body, weight: WEIGHTS.date, leading: 1.2, tracking: 0.01 },
  };
}
