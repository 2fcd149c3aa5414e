import { arrangeText } from '../arrange-text.ts';
import type { Layout } from '../layout.ts';
import { wholeRegions } from '../regions.ts';

/** A large figure, and lines that explain it. */
export const numberLayout: Layout = {
  text: {
    role: 'figure',
    headingShare: 0.7,
    gap: 0.05,
    isRuled: false,
    points: 'remarks',
    isOneLine: true,
    counts: true,
    fillsPage: true,
  },
  regions: (choice) => wholeRegions(choice, 0.86),
  arrange: arrangeText,
};
