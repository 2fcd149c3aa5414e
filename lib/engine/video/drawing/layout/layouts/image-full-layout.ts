import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsForTextOnImage } from '../regions.ts';

/** The image as the background of the slide, with text on it. */
export const imageFullLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.5, gap: 0.042, isRuled: false, points: 'list' },
  image: 'ground',
  regions: regionsForTextOnImage,
  arrange: arrangeText,
};
