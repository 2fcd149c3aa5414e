import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithoutImage } from '../regions.ts';

/** The title of a part, with lines under it. */
export const sectionLayout: LayoutDrawing = {
  text: { role: 'section', headingShare: 0.66, gap: 0.034, isRuled: true, points: 'subtitles', fillsPage: true },
  regions: (choice) => regionsWithoutImage(choice, 0.86),
  arrange: arrangeText,
};
