import { parse } from 'yaml';
import { z } from 'zod';
import { chartFaults } from '#engine/video/drawing/chart-faults.ts';
import {
  CHART_LIMITS,
  CHART_TYPES,
  type DrawableChart,
  NUMBER_FORMATS,
  SERIES_LABELS,
  UNIT_PLACES,
} from '#engine/video/drawing/drawable-chart.ts';
import { cutText } from '../cut-text.ts';
import type { DeckChart } from '../deck.ts';
import { type ChartData, chartData } from './chart-data.ts';
import { DataFault } from './read-csv.ts';

/** A chart of a block, with its title; or the reason why there is none, as a sentence without its full stop. */
export type ReadChartBlock = { chart: DeckChart; title: string } | { fault: string };

const value = z.number().min(-CHART_LIMITS.value).max(CHART_LIMITS.value);
const text = (most: number) => z.coerce.string().transform((given) => cutText(given.trim(), most).text);
const names = z.union([
  z.array(text(CHART_LIMITS.name)),
  z.coerce.string().transform((given) => given.split(/\s*,\s*/).filter((name) => name !== '')),
]);
const values = z.union([z.array(value.nullable()), value.transform((one) => [one])]);
const point = z.strictObject({ x: value, y: value, label: text(CHART_LIMITS.pointLabel).optional() });

/** The keys of a block. Data is in `series` and `categories`, in `value`, in a file, or below the keys as comma-separated values. */
const KEYS = z.strictObject({
  type: z.enum(CHART_TYPES).default('column'),
  title: text(CHART_LIMITS.source).default(''),
  data: z.string().optional(),
  chart: z.string().optional(),
  categories: z.array(text(CHART_LIMITS.category)).max(CHART_LIMITS.categories).optional(),
  series: z
    .union([
      z.array(
        z.strictObject({
          name: text(CHART_LIMITS.name).default(''),
          values: values.optional(),
          points: z.array(point).max(CHART_LIMITS.points).optional(),
        }),
      ),
      z
        .record(z.string(), values)
        .transform((record) => Object.entries(record).map(([name, each]) => ({ name, values: each }))),
    ])
    .optional(),
  value: value.optional(),
  stacked: z.boolean().optional(),
  unit: text(CHART_LIMITS.unit).optional(),
  decimals: z.int().min(0).max(CHART_LIMITS.decimals).optional(),
  highlight: names.optional(),
  unit_place: z.enum(UNIT_PLACES).optional(),
  format: z.enum(NUMBER_FORMATS).optional(),
  labels: z.enum(SERIES_LABELS).optional(),
  axis_titles: z
    .strictObject({ x: text(CHART_LIMITS.axisTitle).optional(), y: text(CHART_LIMITS.axisTitle).optional() })
    .optional(),
  target: z
    .union([
      z.strictObject({ value, label: text(CHART_LIMITS.targetLabel).optional() }),
      value.transform((one) => ({ value: one })),
    ])
    .optional(),
  range: z.strictObject({ min: value, max: value }).optional(),
  thresholds: z.array(value).max(CHART_LIMITS.thresholds).optional(),
  annotations: z
    .array(z.strictObject({ at: text(CHART_LIMITS.category), text: text(CHART_LIMITS.annotation) }))
    .max(CHART_LIMITS.annotations)
    .optional(),
  source: text(CHART_LIMITS.source).optional(),
});
type Keys = z.output<typeof KEYS>;

/** The keys at the start of a block, as YAML, and the data below them, also after a line `---`. Lists and objects of YAML are indented or start with a dash. */
function dividedBlock(block: string): { keys: string; data: string } {
  const lines = block.split('\n');
  const isKey = (line: string): boolean => /^(?:[a-z_]+:(?:\s|$)|\s+\S|-\s|#|[\]}]|\s*$)/.test(line);
  const end = lines.findIndex((line) => !isKey(line));
  if (end < 0) return { keys: block, data: '' };
  const isDivider = /^---+\s*$/.test(lines[end] ?? '');
  return { keys: lines.slice(0, end).join('\n'), data: lines.slice(isDivider ? end + 1 : end).join('\n') };
}

/** @throws DataFault for keys that are no YAML, unknown or of another kind */
function readKeys(keys: string): Keys {
  let parsed: unknown;
  try {
    parsed = parse(keys) ?? {};
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new DataFault(`its keys are no YAML: ${reason.replace(/:$/, '')}`);
  }
  const read = KEYS.safeParse(parsed);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const key = issue?.path.join('.') ?? '';
  throw new DataFault(`${key === '' ? '' : `${key}: `}${issue?.message ?? 'a key is not known'}`);
}

/** The data of a block. @throws DataFault where there is none, or too much */
function dataOf(keys: Keys, data: string, fileText: (name: string) => string | undefined): ChartData {
  const file = keys.data ?? keys.chart;
  if (file !== undefined) {
    const content = fileText(file);
    if (content === undefined) throw new DataFault(`${file} is not next to the deck, or is no .csv file`);
    return chartData(content, keys.type);
  }
  if (keys.value !== undefined)
    return { categories: [], series: [{ name: cutText(keys.title, CHART_LIMITS.name).text, values: [keys.value] }] };
  if (keys.series) {
    const count = Math.max(0, ...keys.series.map((one) => one.values?.length ?? 0));
    const numbered = Array.from({ length: count }, (_, index) => String(index + 1));
    const hasCategories = keys.type !== 'scatter' && keys.type !== 'gauge';
    return {
      categories: keys.categories ?? (hasCategories ? numbered : []),
      series: keys.series.map((one) => ({ ...one, values: one.values ?? [] })),
    };
  }
  if (data.trim() === '') throw new DataFault('it has no data: write rows of comma-separated values below its keys');
  return chartData(data, keys.type);
}

/** The first fault of a chart, as the end of a sentence. */
function faultOf(chart: DrawableChart): string | undefined {
  if (chart.series.length > CHART_LIMITS.series)
    return `it has ${chart.series.length} series, and ${CHART_LIMITS.series} can be drawn`;
  const points = Math.max(0, ...chart.series.map((one) => one.points?.length ?? 0));
  if (points > CHART_LIMITS.points) return `a series has ${points} points, and ${CHART_LIMITS.points} can be drawn`;
  const isTooLarge = (one: number | null): boolean => one !== null && Math.abs(one) > CHART_LIMITS.value;
  if (chart.series.some((one) => one.values.some(isTooLarge))) return 'it has a value beyond 10¹⁵';
  const [fault] = chartFaults(chart);
  return fault && `${fault.param.replace(/^chart\./, '')}: ${fault.message.replace(/\.$/, '')}`;
}

/**
 * Reads a block ` ```chart ` of Markdown: keys as YAML, and below them comma-separated values, or the name of a file with these.
 * @param fileText the text of a file next to the deck; undefined: there is none
 */
export function readChartBlock(block: string, fileText: (name: string) => string | undefined): ReadChartBlock {
  try {
    const { keys: written, data } = dividedBlock(block);
    const { title, data: _, chart: __, value: ___, ...keys } = readKeys(written);
    const read = dataOf({ ...readKeys(written) }, data, fileText);
    const chart: DeckChart = { ...read, ...keys, categories: read.categories, series: read.series };
    const fault = faultOf(chart);
    return fault === undefined ? { chart, title } : { fault };
  } catch (error) {
    if (error instanceof DataFault) return { fault: error.message };
    throw error;
  }
}

/** The chart of a file of comma-separated values that a picture names, with the title of its alternative text. */
export const readChartFile = (
  name: string,
  title: string,
  fileText: (name: string) => string | undefined,
): ReadChartBlock => {
  const read = readChartBlock(`data: ${JSON.stringify(name)}`, fileText);
  return 'fault' in read ? read : { ...read, title };
};
