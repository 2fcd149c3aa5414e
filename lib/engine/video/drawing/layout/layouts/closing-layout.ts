import { arrangeWithOrWithoutImage } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithImageIfAny } from '../regions.ts';

/** The last page: thanks or what comes next, with contacts or steps under it, and the image of the slide if it has one. */
export const closingLayout: LayoutDrawing = {
  text: { role: 'display', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'remarks', fillsPage: true },
  image: 'panel',
  regions: (choice) => regionsWithImageIfAny(choice, 0.88),
  arrange: arrangeWithOrWithoutImage,
};
