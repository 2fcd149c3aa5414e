import { textsOfItem } from '../../drawable-items.ts';
import type { ItemLayout } from '../../items/item-arrangements.ts';
import { itemsToDraw } from '../../items/points-as-items.ts';
import { withoutInlineMarks } from '../../text/inline-markup.ts';
import { arrangeGraphic } from '../arrange-graphic.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithHeading } from '../regions.ts';

/** A heading, and the items of the slide in one of the layouts that draw them. */
const itemLayout = (layout: ItemLayout): LayoutDrawing => ({
  text: { role: 'heading', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'subtitles' },
  // Points that are drawn as items are not also drawn as points above them.
  pointsShown: (slide) => (layout === 'gallery' || (slide.items && slide.items.length > 0) ? slide.bullet_points : []),
  graphic: {
    texts: (slide) =>
      itemsToDraw(slide, layout).flatMap((item) =>
        textsOfItem(item).map((text) => withoutInlineMarks(text, slide.markup)),
      ),
    async typeset(slide, context) {
      const items = itemsToDraw(slide, layout);
      if (items.length === 0) return undefined;
      const { typesetItemGraphic } = await import('../../items/item-graphic.ts');
      return typesetItemGraphic(slide, items, layout, context);
    },
  },
  regions: regionsWithHeading,
  arrange: arrangeGraphic,
});

/** The layouts that draw items. */
export const itemLayouts: Readonly<Record<ItemLayout, LayoutDrawing>> = {
  cards: itemLayout('cards'),
  process: itemLayout('process'),
  timeline: itemLayout('timeline'),
  comparison: itemLayout('comparison'),
  stats: itemLayout('stats'),
  agenda: itemLayout('agenda'),
  team: itemLayout('team'),
  gallery: itemLayout('gallery'),
};
