import { arrangeText } from '../arrange-text.ts';
import type { Layout } from '../layout.ts';
import { wholeRegions } from '../regions.ts';

/** The title of the video, with lines under it. */
export const titleLayout: Layout = {
  text: { role: 'display', headingShare: 0.66, gap: 0.036, isRuled: true, points: 'subtitles', fillsPage: true },
  regions: (choice) => wholeRegions(choice, 0.88),
  arrange: arrangeText,
};
