export const CHART_TYPES = ['column', 'bar', 'line', 'area', 'pie', 'donut'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

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
export const isPie = ({ type }: Pick<DrawableChart, 'type'>): boolean => type === 'pie' || type === 'donut';

/** The names of what appears one by one in a chart that is built: its series, or the slices of a pie. */
export const chartPartNames = (chart: DrawableChart): string[] =>
  isPie(chart) ? [...chart.categories] : chart.series.map(({ name }) => name);
