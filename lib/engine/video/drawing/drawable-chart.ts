/** Facts of a chart type. */
export interface ChartFacts {
  /** Its name for people. */
  name: string;
  /** `separate`: each series is drawn for itself. `stack`: series can be stacked. `whole`: the values are the parts of one whole, in one series without negative values. */
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
/** A chart type of the API. */
export type ChartType = keyof typeof CHARTS;

/** All chart types. */
export const CHART_TYPES = Object.keys(CHARTS) as [ChartType, ...ChartType[]];

/** The facts of a chart type. `chart/typeset-chart.ts` lists the function that arranges its shapes. */
export const chartFacts = (type: ChartType): ChartFacts => CHARTS[type];

/** A series of values, one for each category; null: not known. */
export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
}

/** A chart of a slide. `pie` and `donut` have one series, without negative values. */
export interface DrawableChart {
  type: ChartType;
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** True: columns, bars and areas of a category are stacked; absent: columns and bars are side by side, areas lie over one another, translucent. No effect on the other types. */
  stacked?: boolean | undefined;
  /** Written after every value; absent: none. */
  unit?: string | undefined;
  /** Digits after the decimal sign; absent: the number that the values have, at most two. */
  decimals?: number | undefined;
}

/** Limits of a chart: numbers of categories and series, lengths in characters. */
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
export const showsParts = ({ type }: Pick<DrawableChart, 'type'>): boolean => CHARTS[type].series === 'whole';

/** Reports whether the series of a chart can be stacked. */
export const canStack = ({ type }: Pick<DrawableChart, 'type'>): boolean => CHARTS[type].series === 'stack';

/** The names of the parts that appear one by one in a chart with a build: its series, or the slices of a pie. */
export const chartPartNames = (chart: DrawableChart): string[] =>
  showsParts(chart) ? [...chart.categories] : chart.series.map(({ name }) => name);
