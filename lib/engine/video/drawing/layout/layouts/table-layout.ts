import { withoutCellMark } from '../../table/cell-marks.ts';
import { withoutInlineMarks } from '../../text/inline-markup.ts';
import { arrangeGraphic } from '../arrange-graphic.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithHeading } from '../regions.ts';

/** A heading and a table. */
export const tableLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'subtitles' },
  graphic: {
    texts: ({ table, markup }) =>
      table
        ? [...(table.header ?? []), ...table.rows.flat()].map((cell) =>
            withoutInlineMarks(withoutCellMark(cell, markup), markup),
          )
        : [],
    async typeset(slide, context) {
      if (!slide.table) return undefined;
      const { typesetTable } = await import('../../table/typeset-table.ts');
      return typesetTable(slide, slide.table, context);
    },
  },
  regions: regionsWithHeading,
  arrange: arrangeGraphic,
};
