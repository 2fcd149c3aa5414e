import { itemsToDraw } from './items/points-as-items.ts';
import type { LayoutDecidingFields } from './layout/choose-layout.ts';
import { type DrawnLayout, doesLayoutShowItems } from './layout/layout-facts.ts';
import { hasCountUpNumber } from './text/counting.ts';
import { withoutInlineMarks } from './text/inline-markup.ts';
import { normalizeDrawableText } from './text/normalize-drawable-text.ts';

/** Reports whether parts of a slide grow or count when they enter: those of a chart, figures of items that count, and the figure of a number. */
export const hasEntranceAnimation = (slide: LayoutDecidingFields, layout: DrawnLayout): boolean =>
  (layout === 'chart' && slide.chart !== undefined) ||
  (layout === 'number' && hasCountUpNumber(normalizeDrawableText(withoutInlineMarks(slide.title, slide.markup)))) ||
  (doesLayoutShowItems(layout) &&
    itemsToDraw(slide, layout).some(({ figure = '' }) => hasCountUpNumber(normalizeDrawableText(figure))));
