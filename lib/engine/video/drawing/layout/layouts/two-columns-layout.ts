import { arrangePointsInTwoColumns, startOfSecondColumn } from '../arrange-points-in-two-columns.ts';
import { arrangeText } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithHeading } from '../regions.ts';

/** A heading and a list in two columns. */
export const twoColumnsLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.36, gap: 0.058, isRuled: true, points: 'list' },
  regions: regionsWithHeading,
  arrange(slide) {
    const { body } = slide.group;
    if (!body || body.paragraphs.length < 2) return arrangeText(slide);
    return arrangePointsInTwoColumns(slide, body, startOfSecondColumn(slide.slide, body.owners));
  },
};
