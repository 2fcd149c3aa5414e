import { arrangeText } from '../arrange-text.ts';
import type { Layout } from '../layout.ts';
import { headedRegions } from '../regions.ts';

/** A heading, and lines of code on a panel. */
export const codeLayout: Layout = {
  text: { role: 'heading', headingShare: 0.3, gap: 0.05, isRuled: true, points: 'code' },
  regions: headedRegions,
  arrange: arrangeText,
};
