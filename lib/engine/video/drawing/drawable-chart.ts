/** Facts of a chart type. */
export interface ChartFacts {
  /** Its name for people. */
  name: string;
  /**
   * `separate`: each series is drawn separately. `stack`: series can be stacked. `whole`: the values are the parts of one whole, in one series
   * without negative values. `one`: there is one series. `line`: the last of at least two series is a line over the columns of the others.
   */
  series: 'separate' | 'stack' | 'whole' | 'one' | 'line';
  /** True if it has an axis of values: such a chart takes axis titles and notes. */
  hasAxis: boolean;
  /** Parts that appear one by one in a build. */
  parts: 'series' | 'categories';
  /** Form of the data: `points` with two numbers each, or one `value`. Absent: in each series, a value for each category. */
  data?: 'points' | 'value';
}

const CHARTS = {
  column: { name: 'Columns', series: 'stack', hasAxis: true, parts: 'series' },
  bar: { name: 'Bars', series: 'stack', hasAxis: true, parts: 'series' },
  line: { name: 'Lines', series: 'separate', hasAxis: true, parts: 'series' },
  area: { name: 'Areas', series: 'stack', hasAxis: true, parts: 'series' },
  pie: { name: 'Pie', series: 'whole', hasAxis: false, parts: 'categories' },
  donut: { name: 'Donut', series: 'whole', hasAxis: false, parts: 'categories' },
  combo: { name: 'Columns and a line', series: 'line', hasAxis: true, parts: 'series' },
  waterfall: { name: 'Waterfall', series: 'one', hasAxis: true, parts: 'categories' },
  funnel: { name: 'Funnel', series: 'whole', hasAxis: false, parts: 'categories' },
  scatter: { name: 'Points', series: 'separate', hasAxis: true, parts: 'series', data: 'points' },
  gauge: { name: 'Gauge', series: 'one', hasAxis: false, parts: 'series', data: 'value' },
} as const satisfies Readonly<Record<string, ChartFacts>>;
/** A chart type of the API. */
export type ChartType = keyof typeof CHARTS;

/** All chart types. */
export const CHART_TYPES = Object.keys(CHARTS) as [ChartType, ...ChartType[]];

/** The facts of a chart type. `chart/typeset-chart.ts` lists the function that arranges its shapes. */
export const chartFacts = (type: ChartType): ChartFacts => CHARTS[type];

/** Places of the unit of a value; `auto`: the usual place in the language of the slide. */
export const CHART_UNIT_PLACES = ['auto', 'before', 'after'] as const;
/** Forms of the numbers of a chart. `compact`: 4.4M. `percent`: parts of a whole as shares of it, other values times 100 with a percent sign. */
export const CHART_NUMBER_FORMATS = ['plain', 'compact', 'percent'] as const;
/** Places of the names of series. `auto`: next to their marks where that is usual, else in a legend. */
export const SERIES_LABEL_PLACES = ['auto', 'direct', 'legend', 'none'] as const;

/** A point of a scatter chart. */
export interface ScatterChartPoint {
  x: number;
  y: number;
  /** Text next to the point; absent: none. */
  label?: string | undefined;
}

/** A series of values, one for each category; null: not known. In a scatter chart a series has points, and no values. */
export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
  points?: readonly ScatterChartPoint[] | undefined;
}

/**
 * A chart of a slide. `pie`, `donut` and `funnel` have one series, without negative values. `waterfall` has one series of changes, in which
 * a value of null is the sum of all values before it. In `combo`, the last series is a line. `scatter` and `gauge` have no categories;
 * `gauge` has one value.
 */
export interface DrawableChart {
  type: ChartType;
  categories: readonly string[];
  series: readonly ChartSeries[];
  /**
   * True: columns, bars and areas of a category are stacked. Absent: columns and bars are side by side, and areas are translucent, one over
   * another. It has no effect on other types.
   */
  stacked?: boolean | undefined;
  /** Written with every value, before or after it (`unit_place`); absent: none. */
  unit?: string | undefined;
  /** Digits after the decimal sign; absent: the number that the values have, at most two. */
  decimals?: number | undefined;
  /** Names of categories or series that keep their colours, while all others are muted; absent or empty: none is muted. */
  highlight?: readonly string[] | undefined;
  /** Absent: `auto`. */
  unit_place?: (typeof CHART_UNIT_PLACES)[number] | undefined;
  /** Absent: `plain`. */
  format?: (typeof CHART_NUMBER_FORMATS)[number] | undefined;
  /** Absent: `auto`. */
  labels?: (typeof SERIES_LABEL_PLACES)[number] | undefined;
  /** Titles of the horizontal and of the vertical axis, of charts that have them. */
  axis_titles?: { x?: string | undefined; y?: string | undefined } | undefined;
  /** A value to reach, drawn as a line across the chart. */
  target?: ChartTarget | undefined;
  /** The ends of a gauge; absent: 0 to 100, or with `percent` 0 to 1. */
  range?: { min: number; max: number } | undefined;
  /** Values at which a gauge is divided, ascending, within its range; absent: none. */
  thresholds?: readonly number[] | undefined;
  /** Notes at categories, or at points; `at` is the name of a category, or the label of a point. */
  annotations?: readonly ChartNote[] | undefined;
  /** A line below the chart that says where its values are from. */
  source?: string | undefined;
}

/** A target value that a chart shows, with its label. */
export interface ChartTarget {
  value: number;
  label?: string | undefined;
}

/** A note at a category or a point of a chart. */
export interface ChartNote {
  at: string;
  text: string;
}

/** Limits of a chart: numbers of categories and series, lengths in characters. */
export const CHART_LIMITS = {
  categories: 24,
  series: 6,
  /** Number of points of a series, and length of the label of one. */
  points: 60,
  pointLabel: 40,
  thresholds: 4,
  category: 60,
  name: 60,
  unit: 10,
  decimals: 4,
  /** Number of highlighted names. */
  highlight: 12,
  /** Number of notes, and length of one. */
  annotations: 5,
  annotation: 80,
  axisTitle: 40,
  targetLabel: 40,
  source: 120,
  /** The largest absolute value: all whole numbers up to it are exact. */
  value: 1e15,
} as const;

/** Reports whether a chart shows the parts of one whole. */
export const doesChartShowParts = ({ type }: Pick<DrawableChart, 'type'>): boolean => CHARTS[type].series === 'whole';

/** Reports whether the series of a chart can be stacked. */
export const canStackChartSeries = ({ type }: Pick<DrawableChart, 'type'>): boolean => CHARTS[type].series === 'stack';

/** The names of the parts that appear one by one in a chart with a build: its series, or its categories, such as the slices of a pie. */
export const chartPartNames = (chart: DrawableChart): string[] =>
  CHARTS[chart.type].parts === 'categories' ? [...chart.categories] : chart.series.map(({ name }) => name);

/** The names of the places of a chart: its categories, or the labels of its points, series by series; empty: a point without a label. */
export const chartCategoryOrPointNames = ({ type, categories, series }: DrawableChart): readonly string[] =>
  chartFacts(type).data === 'points'
    ? series.flatMap(({ points = [] }) => points.map(({ label = '' }) => label))
    : categories;

/** The values at the ends of a gauge: its range, or else 0 to 100, or 0 to 1 with the format `percent`. */
export const gaugeRange = ({ range, format }: Pick<DrawableChart, 'range' | 'format'>): { min: number; max: number } =>
  range ?? { min: 0, max: format === 'percent' ? 1 : 100 };

/** Reports whether a chart has an axis of values. */
export const hasChartValueAxis = ({ type }: Pick<DrawableChart, 'type'>): boolean => CHARTS[type].hasAxis;

/** Reports whether a chart shows each value as its share of a whole: of all slices, or of its stack. */
export const showsValuesAsShares = (chart: Pick<DrawableChart, 'type' | 'format' | 'stacked'>): boolean =>
  chart.format === 'percent' && (doesChartShowParts(chart) || (chart.stacked === true && canStackChartSeries(chart)));
