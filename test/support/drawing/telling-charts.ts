import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';

const slide = (title: string, chart: DrawableChart, language = 'en'): DrawableSlide => ({
  ...{ title, language, chart },
  ...{ bullet_points: [], layout: 'auto', is_first: false, slide_number: 12 },
});

const LONG = 'The keeper reviews every number twice while the sea breaks a window thirty metres above';
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug'];
const plans = [
  { name: 'Free', values: [120, 140, 155, 160] },
  { name: 'Pro', values: [40, 62, 90, 130] },
  { name: 'Studio', values: [8, 12, 25, 44] },
];

/** Slides with charts that have something to say: highlights, targets, notes, titles and sources; by name. */
export const TELLING_CHARTS: Record<string, DrawableSlide> = {
  highlight: slide('Revenue doubled in the spring', {
    type: 'column',
    categories: MONTHS,
    series: [{ name: 'Revenue', values: [2.1e6, 2.3e6, 2.2e6, 4.4e6, 4.9e6, 4.7e6, 4.6e6, 5.1e6] }],
    ...{ unit: '$', format: 'compact', highlight: ['Apr', 'May'] },
    ...{ annotations: [{ at: 'Apr', text: 'The new plan starts' }], source: 'Source: annual report 2026, page 14' },
  }),
  target: slide('We pass our goal in autumn', {
    type: 'line',
    categories: QUARTERS,
    series: plans,
    ...{
      highlight: ['Pro'],
      target: { value: 120, label: 'Goal' },
      axis_titles: { x: 'Quarter of 2026', y: 'Accounts' },
    },
    annotations: [
      { at: 'Q2', text: 'Launch' },
      { at: 'Q4', text: 'More than the free plan within a year' },
    ],
  }),
  shares: slide('Where the time goes', {
    type: 'bar',
    categories: ['Design', 'Sales and support', 'Engineering'],
    series: [
      { name: 'Meetings', values: [12, 22, 7] },
      { name: 'Own work', values: [20, 8, 26] },
      { name: 'Mail', values: [8, 10, 3] },
    ],
    ...{ stacked: true, format: 'percent', highlight: ['Own work'], source: 'Own survey, 240 answers' },
  }),
  sharesup: slide(
    'Anteile nach Jahr',
    {
      type: 'column',
      categories: ['2024', '2025', '2026'],
      series: plans.map(({ name, values }) => ({ name, values: values.slice(0, 3) })),
      ...{ stacked: true, format: 'percent', labels: 'direct' },
    },
    'de',
  ),
  areas: slide('All plans', { type: 'area', categories: QUARTERS, series: plans, stacked: true, labels: 'direct' }),
  bars: slide(
    'Preise je Land',
    {
      type: 'bar',
      categories: ['Deutschland', 'Österreich', 'Schweiz', 'Liechtenstein'],
      series: [{ name: 'Preis', values: [49.5, 52, 61.25, 44] }],
      ...{ unit: '€', highlight: ['Schweiz'], target: { value: 55, label: 'Höchstens' } },
      ...{ axis_titles: { x: 'Monatlicher Preis', y: 'Land' }, source: 'Quelle: eigene Erhebung' },
      annotations: [
        { at: 'Schweiz', text: 'Mit Zuschlag für den Versand über die Grenze' },
        { at: 'Liechtenstein', text: 'Neu' },
      ],
    },
    'de',
  ),
  pie: slide('One country buys most', {
    type: 'pie',
    categories: ['Germany', 'France', 'Spain', 'Poland'],
    series: [{ name: 'Orders', values: [612, 188, 140, 92] }],
    ...{ format: 'percent', highlight: ['Germany'], source: 'Source: orders of 2026' },
  }),
  nolegend: slide('Negative too', {
    type: 'column',
    categories: QUARTERS,
    series: [
      { name: 'Plan', values: [10, -20, 30, 5] },
      { name: 'Actual', values: [8, -31, 35, null] },
    ],
    ...{ labels: 'none', target: { value: -25 }, unit: '€', unit_place: 'before', highlight: ['Q2'] },
  }),
  crowded: slide(LONG, {
    type: 'line',
    categories: MONTHS.map((month) => `${month} of the year 2026`),
    series: Array.from({ length: 6 }, (_, i) => ({
      name: `${i} ${LONG}`.slice(0, 60),
      values: MONTHS.map((_, at) => 40 + 30 * Math.sin(at + i)),
    })),
    ...{ labels: 'direct', target: { value: 90, label: LONG.slice(0, 40) }, source: LONG.concat(LONG).slice(0, 120) },
    ...{ axis_titles: { x: LONG.slice(0, 40), y: LONG.slice(0, 40) } },
    annotations: MONTHS.slice(0, 5).map((month) => ({ at: `${month} of the year 2026`, text: LONG.slice(0, 80) })),
  }),
  crowdedbars: slide(LONG, {
    type: 'bar',
    categories: MONTHS.map((month) => `${month} ${LONG}`.slice(0, 60)),
    series: plans.map(({ name }) => ({
      name: `${name} ${LONG}`.slice(0, 60),
      values: MONTHS.map((_, i) => 1000 * i - 900),
    })),
    ...{ target: { value: 9000, label: LONG.slice(0, 40) }, source: LONG.slice(0, 120), unit: ' km' },
    ...{ axis_titles: { x: LONG.slice(0, 40), y: LONG.slice(0, 40) } },
    annotations: MONTHS.slice(0, 5).map((month) => ({ at: `${month} ${LONG}`.slice(0, 60), text: LONG.slice(0, 80) })),
  }),
  arabic: slide(
    'نتائج الربع الثالث',
    {
      type: 'column',
      categories: ['الشمال', 'الجنوب', 'الشرق', 'الغرب'],
      series: [{ name: 'الإيرادات', values: [42, 31, 55, 24] }],
      ...{ highlight: ['الشرق'], target: { value: 50, label: 'الهدف' }, source: 'المصدر: التقرير السنوي' },
      ...{ annotations: [{ at: 'الغرب', text: 'بداية العمل' }], axis_titles: { x: 'المنطقة', y: 'مليون' } },
    },
    'ar',
  ),
  arabicbars: slide(
    'نتائج الربع الثالث',
    {
      type: 'bar',
      categories: ['الشمال', 'الجنوب', 'الشرق', 'الغرب'],
      series: [{ name: 'الإيرادات', values: [42, 31, 55, 24] }],
      ...{
        highlight: ['الشرق'],
        target: { value: 50, label: 'الهدف' },
        annotations: [{ at: 'الغرب', text: 'بداية العمل' }],
      },
    },
    'ar',
  ),
  waterfall: slide('From 42 to 51 million', {
    type: 'waterfall',
    categories: ['2025', 'New customers', 'Prices', 'Lost customers', 'Currency', '2026'],
    series: [{ name: 'Revenue', values: [42, 14.5, 3, -7, -1.5, null] }],
    ...{
      unit: '$',
      annotations: [{ at: 'Lost customers', text: 'Two large contracts ended' }],
      source: 'Annual report',
    },
  }),
  waterfallbelow: slide('Cash', {
    type: 'waterfall',
    categories: QUARTERS,
    series: [{ name: 'Cash', values: [-5, 12, -20, null] }],
    highlight: ['Q3'],
  }),
  combo: slide('More accounts, and each pays more', {
    type: 'combo',
    categories: MONTHS,
    series: [
      { name: 'Free', values: [40, 44, 47, 55, 52, 58, 66, 70] },
      { name: 'Pro', values: [12, 16, 22, 30, 31, 38, 44, 52] },
      { name: 'Price of a month', values: [19, 19, 24, 24, 29, 29, 29, 35] },
    ],
    ...{ target: { value: 60, label: 'Goal' }, annotations: [{ at: 'Apr', text: 'Launch' }] },
  }),
  funnel: slide('From visit to contract', {
    type: 'funnel',
    categories: ['Visits of the page', 'Trials', 'First video', 'Paying after a month'],
    series: [{ name: 'People', values: [12400, 3100, 1900, 640] }],
    ...{ highlight: ['First video'], source: 'Own figures, 2026' },
  }),
  funnelshares: slide(
    'Alles auf einmal',
    {
      type: 'funnel',
      categories: MONTHS.concat(QUARTERS).map((name) => `${name} ${LONG}`.slice(0, 60)),
      series: [{ name: 'x', values: [900, 800, 700, 600, 500, 400, 300, null, 100, 0, 50, 10] }],
    },
    'de',
  ),
  donut: slide('Half of all orders come from one country', {
    type: 'donut',
    categories: ['Germany', 'France', 'Spain', 'Poland'],
    series: [{ name: 'Orders', values: [612, 188, 140, 92] }],
    ...{ format: 'percent', highlight: ['Germany'] },
  }),
  donutsum: slide('Orders', {
    type: 'donut',
    categories: ['Germany', 'France', 'Spain', 'Poland'],
    series: [{ name: 'Orders', values: [612_000, 188_000, 140_000, 92_000] }],
    ...{ unit: '€', format: 'compact' },
  }),
  arabicfunnel: slide(
    'من الزيارة إلى العقد',
    {
      type: 'funnel',
      categories: ['الزيارات', 'التجارب', 'العقود'],
      series: [{ name: 'الناس', values: [1200, 300, 64] }],
    },
    'ar',
  ),
  points: slide('Larger teams ship more, up to a size', {
    type: 'scatter',
    categories: [],
    series: [
      {
        name: 'Product teams',
        values: [],
        points: [
          { x: 3, y: 12, label: 'Search' },
          { x: 5, y: 21, label: 'Payments' },
          { x: 5.2, y: 20.5, label: 'Accounts' },
          { x: 8, y: 29.5, label: 'Editor' },
          { x: 12, y: 27 },
        ],
      },
      {
        name: 'Platform',
        values: [],
        points: [
          { x: 4, y: 9, label: 'Storage' },
          { x: 9, y: 16, label: 'Network' },
          { x: 11, y: 17.5 },
        ],
      },
    ],
    ...{ axis_titles: { x: 'People', y: 'Releases a quarter' }, target: { value: 25, label: 'Goal' } },
    ...{ annotations: [{ at: 'Editor', text: 'Since the split' }], source: 'Own count, 2026' },
  }),
  pointslit: slide('Platform catches up', {
    type: 'scatter',
    categories: [],
    series: ['Free', 'Pro', 'Platform'].map((name, part) => ({
      name,
      values: [],
      points: Array.from({ length: 30 }, (_, i) => ({
        x: 2000 + i + part / 3,
        y: -400 + 90 * part + 41 * i + 160 * Math.sin(i * (part + 1.3)),
      })),
    })),
    ...{ highlight: ['Platform'], labels: 'direct', unit: '$' },
  }),
  pointsrtl: slide(
    'الفرق الكبيرة تنجز أكثر',
    {
      type: 'scatter',
      categories: [],
      series: [
        {
          name: 'فرق المنتج',
          values: [],
          points: [
            { x: 3, y: 12, label: 'البحث' },
            { x: 5, y: 21, label: 'الدفع' },
            { x: 9, y: 34, label: LONG.slice(0, 40) },
          ],
        },
      ],
      axis_titles: { x: 'أشخاص', y: 'إصدارات' },
      highlight: ['الدفع'],
    },
    'ar',
  ),
  gauge: slide('Customers are happy', {
    type: 'gauge',
    categories: [],
    series: [{ name: 'Net promoter score', values: [46] }],
    ...{
      range: { min: -100, max: 100 },
      thresholds: [0, 30, 70],
      target: { value: 60, label: 'Goal' },
      source: 'Survey of May',
    },
  }),
  gaugepercent: slide(
    'Auslastung',
    {
      type: 'gauge',
      categories: [],
      series: [{ name: `Auslastung der Maschinen, ${LONG}`.slice(0, 60), values: [0.725] }],
      ...{ format: 'percent', decimals: 1 },
    },
    'de',
  ),
  gaugertl: slide(
    'رضا العملاء',
    {
      type: 'gauge',
      categories: [],
      series: [{ name: 'الرضا', values: [81] }],
      ...{ unit: '%', thresholds: [50, 53, 80], target: { value: 90, label: 'الهدف' } },
    },
    'ar',
  ),
  directcolumns: slide('Accounts by plan', { type: 'column', categories: QUARTERS, series: plans, labels: 'direct' }),
  directcombo: slide('Accounts and trend', { type: 'combo', categories: QUARTERS, series: plans, labels: 'direct' }),
  directbars: slide('Accounts by plan', {
    ...{ type: 'bar', categories: QUARTERS.slice(0, 2), labels: 'direct' },
    series: plans.slice(0, 2).map(({ name, values }) => ({ name, values: values.slice(0, 2) })),
  }),
  directstack: slide('Where the time goes', {
    ...{
      type: 'bar',
      categories: ['Design', 'Sales', 'Engineering'],
      stacked: true,
      format: 'percent',
      labels: 'direct',
    },
    series: [
      { name: 'Meetings', values: [12, 22, 7] },
      { name: 'Work', values: [20, 8, 26] },
    ],
  }),
};
