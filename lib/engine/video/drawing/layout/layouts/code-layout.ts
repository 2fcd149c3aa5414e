import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithHeading } from '../regions.ts';

/** A heading, and lines of code on a panel. */
export const codeLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.3, gap: 0.05, isRuled: true, points: 'code' },
  regions: regionsWithHeading,
  arrange: arrangeText,
};
