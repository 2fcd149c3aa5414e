import { chartCategoryOrPointNames } from '../../drawable-chart.ts';
import { arrangeGraphic } from '../arrange-graphic.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithHeading } from '../regions.ts';

/** A heading and a chart. */
export const chartLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'subtitles' },
  graphic: {
    texts: ({ chart }) => (chart ? [...chartCategoryOrPointNames(chart), ...chart.series.map(({ name }) => name)] : []),
    async typeset({ chart, language }, { template, scene, direction, typesetter }) {
      if (!chart) return undefined;
      const { typesetChart } = await import('../../chart/typeset-chart.ts');
      return typesetChart(chart, language, template, scene.palette, direction, typesetter);
    },
  },
  regions: regionsWithHeading,
  arrange: arrangeGraphic,
};
