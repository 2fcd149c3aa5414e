import { arrangeTextWithImage } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsNextToScreen } from '../regions.ts';

/** The whole image on the screen of a device, next to the text, or above it on slides that are not wide. */
export const deviceLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.46, gap: 0.046, isRuled: true, points: 'list' },
  image: 'whole',
  isOnScreen: true,
  regions: regionsNextToScreen,
  arrange: arrangeTextWithImage,
};
