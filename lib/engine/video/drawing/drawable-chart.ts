/** Facts of a chart type. */
export interface ChartFacts {
  /** Its name for people. */
  name: string;
  /** `stack`: series can stand one upon the other. `whole`: the values are the parts of one whole: one series, none negative. */
  series: 'separate' | 'stack' | 'whole';
}

const CHARTS = {
  column: { name: 'Columns', series: 'stack' },
  bar: { name: 'Bars', series: 'stack' },
  line: { name: 'Lines', series: 'separate' },
  area: { name: 'Areas', series: 'stack' },
  pie: { name: 'Pie', series: 'whole' },
  donut: { name: 'Donut', series: 'whole' },
} as const satisfies Readonly<Record<string, ChartFacts>>;
export type ChartType = keyof typeof CHARTS;
export const CHART_TYPES = Object.keys(CHARTS) as [ChartType, ...ChartType[]];

/** The facts of a chart type. Its shapes are arranged by the function that `chart/set-chart.ts` has for it. */
export const chartFacts = (type: ChartType): ChartFacts => CHARTS[type];

/** Figures of one kind, one for each category; null: not known. */
export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
}

/** A chart of a slide. `pie` and `donut` have one series, without negative values. */
export interface DrawableChart {
  type: ChartType;
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** Columns, bars and areas of a category one upon the other; absent: side by side. No effect on the other types. */
  stacked?: boolean | undefined;
  /** Written behind every value; absent: none. */
  unit?: string | undefined;
  /** Digits behind the decimal sign; absent: as many as the values have, at most two. */
  decimals?: number | undefined;
}

/** The most that a chart may hold; lengths in characters. */
export const CHART_LIMITS = {
  categories: 24,
  series: 6,
  category: 60,
  name: 60,
  unit: 10,
  decimals: 4,
  /** The largest value in either direction: all whole numbers up to it are exact. */
  value: 1e15,
} as const;

/** Reports whether a chart shows the parts of one whole. */
export const isPie = ({ type }: Pick<DrawableChart, 'type'>): boolean => CHARTS[type].series === 'whole';

/** Reports whether the series of a chart can be stacked. */
export const canStack = ({ type }: Pick<DrawableChart, 'type'>): boolean => CHARTS[type].series === 'stack';

/** The names of what appears one by one in a chart that is built: its series, or the slices of a pie. */
export const chartPartNames = (chart: DrawableChart): string[] =>
  isPie(chart) ? [...chart.categories] : chart.series.map(({ name }) => name);
