import { arrangeTextWithImage } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsNextToImage } from '../regions.ts';

/** The image before the text: on the left, or on the right of right-to-left slides. */
export const imageLeftLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.46, gap: 0.046, isRuled: true, points: 'list' },
  image: 'panel',
  regions: (choice) => regionsNextToImage('before', choice),
  arrange: arrangeTextWithImage,
};
