import { withoutMarks } from '../../text/inline-markup.ts';
import { arrangeGraphic } from '../arrange-graphic.ts';
import type { Layout } from '../layout.ts';
import { headedRegions } from '../regions.ts';

/** A heading and a table. */
export const tableLayout: Layout = {
  scene: 'content',
  text: { role: 'heading', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'subtitles' },
  graphic: {
    texts: ({ table, markup }) =>
      table ? [...(table.header ?? []), ...table.rows.flat()].map((cell) => withoutMarks(cell, markup)) : [],
    async typeset(slide, { template, direction, typesetter }) {
      if (!slide.table) return undefined;
      const { typesetTable } = await import('../../table/typeset-table.ts');
      return typesetTable(slide, slide.table, template, direction, typesetter);
    },
  },
  regions: headedRegions,
  arrange: arrangeGraphic,
};
