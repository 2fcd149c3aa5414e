import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithoutImage } from '../regions.ts';

/** A quotation under its mark, and who said it. */
export const quoteLayout: LayoutDrawing = {
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
  regions: (choice) => regionsWithoutImage(choice, 0.9),
  arrange: arrangeText,
};
