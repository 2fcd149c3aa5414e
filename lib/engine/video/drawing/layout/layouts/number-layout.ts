import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithoutImage } from '../regions.ts';

/** The part of the width that the text takes: lines of remarks are easier to read when they are not full width. */
const TEXT_WIDTH = 0.86;

/** A large figure, and lines that explain it. */
export const numberLayout: LayoutDrawing = {
  text: {
    role: 'figure',
    headingShare: 0.7,
    gap: 0.05,
    isRuled: false,
    points: 'remarks',
    isOneLine: true,
    countsUp: true,
    fillsPage: true,
  },
  regions: (choice) => regionsWithoutImage(choice, TEXT_WIDTH),
  arrange: arrangeText,
};
