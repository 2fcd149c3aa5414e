import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { textRegionsAwayFromFocus } from '../regions.ts';

/** Title and points over an image that fills the slide, which is shaded only as much as the text needs to be read. */
export const imageBackgroundLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.42, gap: 0.046, isRuled: false, points: 'list' },
  image: 'ground',
  hasMeasuredScrim: true,
  regions: textRegionsAwayFromFocus,
  arrange: arrangeText,
};
