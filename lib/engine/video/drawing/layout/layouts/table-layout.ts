import { withoutMarks } from '../../text/inline-markup.ts';
import { arrangeHeld } from '../arrange-held.ts';
import type { Layout } from '../layout.ts';
import { headedRegions } from '../regions.ts';

/** A heading and a table. */
export const tableLayout: Layout = {
  scene: 'content',
  text: { role: 'heading', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'subtitles' },
  held: {
    texts: ({ table, markup }) =>
      table ? [...(table.header ?? []), ...table.rows.flat()].map((cell) => withoutMarks(cell, markup)) : [],
    async hold(slide, { template, direction, typesetter }) {
      if (!slide.table) return undefined;
      const { setTable } = await import('../../table/set-table.ts');
      return setTable(slide, slide.table, template, direction, typesetter);
    },
  },
  regions: headedRegions,
  arrange: arrangeHeld,
};
