import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithoutImage } from '../regions.ts';

/** A large figure, and lines that explain it. */
export const numberLayout: LayoutDrawing = {
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
  regions: (choice) => regionsWithoutImage(choice, 0.86),
  arrange: arrangeText,
};
