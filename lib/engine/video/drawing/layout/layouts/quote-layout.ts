import { arrangeText } from '../arrange-text.ts';
import type { Layout } from '../layout.ts';
import { wholeRegions } from '../regions.ts';

/** A quotation under its mark, and who said it. */
export const quoteLayout: Layout = {
  text: {
    role: 'quote',
    headingShare: 0.8,
    gap: 0.046,
    isRuled: false,
    points: 'subtitles',
    isQuotation: true,
    standsAlone: true,
    fillsPage: true,
  },
  regions: (choice) => wholeRegions(choice, 0.9),
  arrange: arrangeText,
};
