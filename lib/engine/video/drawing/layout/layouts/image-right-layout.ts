import { arrangeTextWithImage } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsNextToImage } from '../regions.ts';

/** The image after the text: on the right, or on the left of right-to-left slides. */
export const imageRightLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.46, gap: 0.046, isRuled: true, points: 'list' },
  image: 'panel',
  regions: (choice) => regionsNextToImage('after', choice),
  arrange: arrangeTextWithImage,
};
