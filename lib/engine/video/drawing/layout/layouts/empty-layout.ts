import { arrangeText } from '../arrange-text.ts';
import type { Layout } from '../layout.ts';
import { wholeRegions } from '../regions.ts';

/** A slide without content. */
export const emptyLayout: Layout = {
  text: { role: 'heading', headingShare: 1, gap: 0, isRuled: false, points: 'list' },
  regions: wholeRegions,
  arrange: arrangeText,
};
