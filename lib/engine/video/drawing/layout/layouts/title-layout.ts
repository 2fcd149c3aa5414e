import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithoutImage } from '../regions.ts';

/** The title of the video, with lines under it. */
export const titleLayout: LayoutDrawing = {
  text: { role: 'display', headingShare: 0.66, gap: 0.036, isRuled: true, points: 'subtitles', fillsPage: true },
  regions: (choice) => regionsWithoutImage(choice, 0.88),
  arrange: arrangeText,
};
