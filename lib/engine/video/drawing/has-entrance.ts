import { shownItems } from './items/points-as-items.ts';
import type { LayoutFields } from './layout/choose-layout.ts';
import { type DrawnLayout, showsItems } from './layout/layout-facts.ts';
import { cleanText } from './text/clean-text.ts';
import { isCountable } from './text/counting.ts';

/** Reports whether parts of a slide grow, draw or count when they enter: the parts of a chart, and items with figures that count up. */
export const hasEntrance = (slide: LayoutFields, layout: DrawnLayout): boolean =>
  (layout === 'chart' && slide.chart !== undefined) ||
  (showsItems(layout) && shownItems(slide, layout).some(({ figure = '' }) => isCountable(cleanText(figure))));
