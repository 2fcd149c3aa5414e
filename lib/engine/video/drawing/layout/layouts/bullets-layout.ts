import { arrangePointsInColumnsIfLarger } from '../arrange-points-in-two-columns.ts';
import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithList } from '../regions.ts';

/** A heading and a list, which is set in two columns if its letters would be small in one. */
export const bulletsLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.36, gap: 0.058, isRuled: true, points: 'list', enlargesFew: true },
  regions: regionsWithList,
  arrange: async (slide) => arrangePointsInColumnsIfLarger(await arrangeText(slide), slide),
};
