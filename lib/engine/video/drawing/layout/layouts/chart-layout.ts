import { arrangeHeld } from '../arrange-held.ts';
import type { Layout } from '../layout.ts';
import { headedRegions } from '../regions.ts';

/** A heading and a chart. */
export const chartLayout: Layout = {
  scene: 'content',
  text: { role: 'heading', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'subtitles' },
  held: {
    texts: ({ chart }) => (chart ? [...chart.categories, ...chart.series.map(({ name }) => name)] : []),
    async hold({ chart, language }, { template, scene, direction, typesetter }) {
      if (!chart) return undefined;
      const { setChart } = await import('../../chart/set-chart.ts');
      return setChart(chart, language, template, scene.palette, direction, typesetter);
    },
  },
  regions: headedRegions,
  arrange: arrangeHeld,
};
