import { arrangeTextWithImage } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsBelowImage } from '../regions.ts';

/** The image above the text, on slides without room for both side by side. */
export const imageTopLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.42, gap: 0.036, isRuled: false, points: 'list' },
  image: 'panel',
  regions: regionsBelowImage,
  arrange: arrangeTextWithImage,
};
