import { itemsToDraw } from './items/points-as-items.ts';
import type { LayoutFields } from './layout/choose-layout.ts';
import { type DrawnLayout, doesLayoutShowItems } from './layout/layout-facts.ts';
import { cleanText } from './text/clean-text.ts';
import { isCountableNumber } from './text/counting.ts';
import { withoutInlineMarks } from './text/inline-markup.ts';

/** Reports whether parts of a slide grow, draw or count when they enter: those of a chart, items with figures that count, and the figure of a number. */
export const hasEntrance = (slide: LayoutFields, layout: DrawnLayout): boolean =>
  (layout === 'chart' && slide.chart !== undefined) ||
  (layout === 'number' && isCountableNumber(cleanText(withoutInlineMarks(slide.title, slide.markup)))) ||
  (doesLayoutShowItems(layout) &&
    itemsToDraw(slide, layout).some(({ figure = '' }) => isCountableNumber(cleanText(figure))));
