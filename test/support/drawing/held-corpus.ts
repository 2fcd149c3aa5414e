import type { ChartType, DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { DrawableTable } from '#engine/video/drawing/drawable-table.ts';

const sentence =
  'The keeper reviews every number twice while the sea breaks a window thirty metres above the water and more. ';

const slide = (title: string, language: string, more: Partial<DrawableSlide>): DrawableSlide => ({
  title,
  language,
  bullet_points: [],
  layout: 'auto',
  is_first: false,
  slide_number: 12,
  ...more,
});

const filled = (columns: number, rows: number, text: (row: number, column: number) => string): DrawableTable => ({
  header: Array.from({ length: columns }, (_, column) => text(-1, column)),
  rows: Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => text(row, column))),
});

/** Slides with tables of every kind, by name. */
export const CORPUS_OF_TABLES: Record<string, DrawableSlide> = {
  figures: slide('What it costs to keep a light', 'en', {
    bullet_points: ['In thousand pounds'],
    markup: 'inline',
    table: {
      header: ['Item', 'Plan', 'Actual', 'Change'],
      rows: [
        ['Oil, **196 steps** up', '12.5', '14.25', '+14 %'],
        ['~~Wages~~ `pay`', '31', '—', '0 %'],
        ['Glass', '0.75', '3.1', '−313 %'],
      ],
    },
  }),
  longest: slide(sentence.repeat(2).slice(0, 200), 'en', {
    table: filled(8, 14, (row, column) => `${row}.${column} ${sentence}`.slice(0, 120)),
  }),
  unbroken: slide('Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', 'de', {
    table: filled(3, 4, (row, column) => (column === 1 ? 'W'.repeat(120) : `https://example.com/${row}/never/ends`)),
  }),
  numbers: slide('Visitors', 'en', {
    table: filled(8, 14, (row, column) =>
      row < 0 ? `Year ${column}` : (column * 12_345.678 * row).toFixed(column % 4),
    ),
  }),
  emphasized: slide('Plans', 'en', {
    table: {
      header: ['Plan', 'Minutes', 'Price'],
      rows: [
        ['Free', '30', '$0'],
        ['Pro', '600', '$29.00'],
        ['Studio', '3,000', '$99.50'],
      ],
      ...{ highlight_rows: [1], highlight_columns: [2], source: sentence.repeat(2).slice(0, 120) },
    },
  }),
  onecell: slide('', 'en', { table: { rows: [['Air']] } }),
  arabic: slide('نتائج الربع الثالث', 'ar', {
    table: {
      header: ['المنطقة', 'الإيرادات', 'التغير', 'ملاحظة'],
      rows: [
        ['الشمال', '1,250.5', '+12%', 'نمو قوي في المدن الكبرى '.repeat(4).trim()],
        ['الجنوب', '980', '−3%', 'إطلاق version 2.0 (beta)'],
      ],
      ...{ highlight_columns: [0], source: 'المصدر: التقرير السنوي' },
    },
  }),
  hindi: slide('तिमाही परिणाम', 'hi', {
    table: filled(6, 14, (row, column) => (column === 0 ? 'संयुक्ताक्षर और श्रद्धा' : `₹1,25,${100 + row}`)),
  }),
  japanese: slide('第三四半期の業績', 'ja', {
    table: filled(5, 9, (row, column) =>
      column === 1 ? `${row * 1250}` : '売上高は前年比24％増加しました。新しい店舗',
    ),
  }),
};

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1))),
);

/** Waves: every series another one. `lift`: what is added to each value. */
const waves = (names: readonly string[], length: number, lift = 50): DrawableChart['series'] =>
  names.map((name, series) => ({
    name,
    values: Array.from({ length }, (_, i) => Math.round((lift + 40 * Math.sin(i * 0.7 + series)) * 10) / 10),
  }));

const chart = (
  type: ChartType,
  categories: readonly string[],
  series: DrawableChart['series'],
  more: Partial<DrawableChart> = {},
): DrawableChart => ({ type, categories, series, ...more });

const SIX = ['Coast', 'Ridge', 'Valley', 'Forest', 'Delta', 'Plateau'];
const LONG = SIX.map((name) => `${name} and its surroundings with the islands off the coast`.slice(0, 60));
const MANY = Array.from({ length: 24 }, (_, i) =>
  `${i + 1} A rather long category name that needs much room`.slice(0, 60),
);
const YEARS = Array.from({ length: 24 }, (_, i) => String(2003 + i));
const UNBROKEN = ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', 'W'.repeat(60), 'Kai'];

/** Slides with charts of every kind, by name. */
export const CORPUS_OF_CHARTS: Record<string, DrawableSlide> = {
  stacked: slide('By region', 'en', { chart: chart('column', MONTHS, waves(SIX.slice(0, 3), 12), { stacked: true }) }),
  lines: slide('By month', 'en', {
    bullet_points: ['All of it, and more'],
    chart: chart('line', MONTHS, waves(SIX.slice(0, 4), 12), { unit: ' km' }),
  }),
  negative: slide('Profit and loss', 'en', {
    chart: chart('column', YEARS.slice(0, 6), [
      { name: 'North', values: [12.5, -8.25, null, 4, -1.5, 16] },
      { name: 'South', values: [-1, null, null, 0, 3, -9] },
    ]),
  }),
  reasons: slide('Why they come back', 'en', {
    chart: chart('bar', LONG.slice(0, 5), [{ name: 'Answers', values: [412, 305, -288, null, 77] }], {
      unit: ' people',
    }),
  }),
  many: slide(sentence.repeat(2).slice(0, 200), 'en', { chart: chart('column', MANY, waves(LONG, 24, 0)) }),
  manybars: slide('Everything', 'en', { chart: chart('bar', MANY, waves(LONG, 24, 0), { decimals: 4 }) }),
  manylines: slide('Everything', 'en', { chart: chart('line', MANY, waves(LONG, 24, 0)) }),
  manyareas: slide('Everything', 'en', { chart: chart('area', YEARS, waves(SIX, 24), { stacked: true }) }),
  manyslices: slide('Everything', 'en', { chart: chart('donut', MANY, waves(['Share'], 24, 60)) }),
  pie: slide('Where the light goes', 'en', {
    chart: chart('pie', ['Horizon', 'Sky', 'Sea', 'Lens'], [{ name: 'Share', values: [61, 22, null, 17] }], {
      unit: ' %',
    }),
  }),
  unbroken: slide('Namen', 'de', { chart: chart('column', UNBROKEN, waves(['Wert'], 3)) }),
  unbrokenslices: slide('Namen', 'de', { chart: chart('pie', UNBROKEN, waves(['Wert'], 3)) }),
  unknown: slide('Nothing yet', 'en', { chart: chart('line', ['A', 'B'], [{ name: 'x', values: [null, null] }]) }),
  huge: slide('Large', 'en', {
    chart: chart('column', ['a', 'b'], [{ name: 'x', values: [1e15, -3e14] }], { unit: ' dollars' }),
  }),
  tiny: slide('Small', 'en', { chart: chart('area', ['a', 'b', 'c'], [{ name: 'x', values: [0.0001, 0, 0.0003] }]) }),
  single: slide('', 'en', { chart: chart('line', ['Only'], [{ name: 'x', values: [3] }]) }),
  arabic: slide('نتائج الربع الثالث', 'ar', {
    chart: chart(
      'column',
      ['الشمال والمدن الكبرى', 'الجنوب', 'الشرق', 'الغرب'],
      waves(['الإيرادات', 'التكاليف'], 4, 10),
      {
        unit: ' كم',
      },
    ),
  }),
  arabicturned: slide('نتائج', 'ar', {
    chart: chart(
      'line',
      Array.from({ length: 20 }, (_, i) => `الشمال والمدن الكبرى في ${i}`),
      waves(['الإيرادات'], 20),
    ),
  }),
  hindi: slide('तिमाही परिणाम', 'hi', {
    chart: chart('bar', ['उत्तर और श्रद्धा', 'दक्षिण', 'संयुक्ताक्षर'], waves(['आय', 'व्यय'], 3), { unit: ' ₹' }),
  }),
  japanese: slide('第三四半期の業績', 'ja', {
    chart: chart('column', ['北海道地方', '関東地方と東京都', '関西', '九州と沖縄の島々'], waves(['売上高'], 4, 1e6), {
      unit: '円',
    }),
  }),
};
