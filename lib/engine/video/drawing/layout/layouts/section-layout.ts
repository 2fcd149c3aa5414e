import { arrangeText } from '../arrange-text.ts';
import type { Layout } from '../layout.ts';
import { wholeRegions } from '../regions.ts';

/** The title of a part, with lines under it. */
export const sectionLayout: Layout = {
  text: { role: 'section', headingShare: 0.66, gap: 0.034, isRuled: true, points: 'subtitles', fillsPage: true },
  regions: (choice) => wholeRegions(choice, 0.86),
  arrange: arrangeText,
};
