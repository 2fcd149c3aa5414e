import { CHART_TYPES, type ChartType, chartFacts } from '#engine/video/drawing/drawable-chart.ts';
import type { Schemas } from '#front/client/client.ts';
import type { MotionSlide } from './motion-slide.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr'];
const SERIES = [
  { name: 'Coast', values: [14, 31, 22, 40] },
  { name: 'Ridge', values: [9, 16, 28, 33] },
];
const BY_MONTH = { categories: MONTHS, series: SERIES };
const SHARES = { categories: ['Horizon', 'Sky', 'Sea'], series: [{ name: 'Share', values: [61, 22, 17] }] };

/** The data of a chart of each type. */
const CHARTS: Readonly<Record<ChartType, Omit<Schemas['ChartInput'], 'type'>>> = {
  column: BY_MONTH,
  bar: BY_MONTH,
  line: BY_MONTH,
  area: BY_MONTH,
  pie: SHARES,
  donut: SHARES,
  combo: BY_MONTH,
  waterfall: {
    categories: ['Start', 'Tickets', 'Oil', 'Glass', 'End'],
    series: [{ name: 'Pounds', values: [40, 25, -14, -8, null] }],
  },
  funnel: {
    categories: ['At the gate', 'In the tower', 'In the lantern'],
    series: [{ name: 'People', values: [1500, 830, 210] }],
  },
  scatter: {
    series: ['Coast', 'Ridge'].map((name, series) => ({
      name,
      points: [12, 19, 27, 34].map((x, i) => ({ x: x + 3 * series, y: 0.7 * x + 4 * ((i + series) % 3) })),
    })),
  },
  gauge: { series: [{ name: 'Would come again', values: [83] }], thresholds: [50, 75] },
};

/** A slide for each type of chart, and for one whose series appear one by one, with the name of what moves. */
export const slidesOfCharts = (): [name: string, slide: Schemas['SlideInput']][] => [
  ...CHART_TYPES.map((type): [string, Schemas['SlideInput']] => [
    `chart ${type}`,
    { title: chartFacts(type).name, layout: 'chart', chart: { type, ...CHARTS[type] } },
  ]),
  [
    'chart by series',
    { title: 'Visitors a month', layout: 'chart', build: 'by_series', chart: { type: 'column', ...BY_MONTH } },
  ],
];

/** Two slides, of which one chart becomes the other. */
export function morphingCharts(): MotionSlide[] {
  const slideWith = (series: typeof SERIES): Schemas['SlideInput'] => ({
    title: 'Visitors a month',
    layout: 'chart',
    motion: 'none',
    chart: { type: 'column', categories: MONTHS, series },
  });
  const later = SERIES.map(({ name, values }) => ({ name, values: values.map((value) => 50 - value) }));
  return [
    {
      name: 'morph of charts, start',
      slide: { ...slideWith(SERIES), transition: { type: 'none', duration_seconds: 0 }, duration_seconds: 1 },
    },
    {
      name: 'morph of charts',
      slide: { ...slideWith(later), transition: { type: 'morph', duration_seconds: 0.8 }, duration_seconds: 1.6 },
    },
  ];
}
