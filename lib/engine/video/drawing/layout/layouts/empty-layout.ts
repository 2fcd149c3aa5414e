import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithoutImage } from '../regions.ts';

/** A slide without content. */
export const emptyLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 1, gap: 0, isRuled: false, points: 'list' },
  regions: regionsWithoutImage,
  arrange: arrangeText,
};
