import { z } from 'zod';
import {
  CHART_LIMITS,
  CHART_NUMBER_FORMATS,
  CHART_TYPES,
  CHART_UNIT_PLACES,
  SERIES_LABEL_PLACES,
} from '#engine/video/drawing/drawable-chart.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import { isYamlFields, parseYaml } from './front-matter.ts';
import { ChartDataError } from './read-csv.ts';

/** Characters of the keys of a block, at most. Six series of 60 points with labels have 30,000. */
const MAX_CHARACTERS = 50_000;

const valueSchema = z.number().min(-CHART_LIMITS.value).max(CHART_LIMITS.value);
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()], { error: 'must be a text' })
    .transform((given) => cutTextWithEllipsis(String(given).trim(), most).text);
const namesSchema = z.union(
  [
    z.array(text(CHART_LIMITS.name)),
    z.string().transform((given) => given.split(',').flatMap((name) => name.trim() || [])),
    z.number().transform((given) => [String(given)]),
  ],
  { error: 'must be names with commas between them, or a list of names' },
);
const valuesSchema = z.union([z.array(valueSchema.nullable()), valueSchema.transform((one) => [one])], {
  error: 'must be a number, or a list of numbers',
});
const pointSchema = z.strictObject({ x: valueSchema, y: valueSchema, label: text(CHART_LIMITS.pointLabel).optional() });

const keysSchema = z.strictObject({
  type: z.enum(CHART_TYPES).default('column'),
  title: text(CHART_LIMITS.source).default(''),
  data: z.string({ error: 'must be the name of a file' }).optional(),
  categories: z.array(text(CHART_LIMITS.category)).max(CHART_LIMITS.categories).optional(),
  series: z
    .union(
      [
        z.array(
          z.strictObject({
            name: text(CHART_LIMITS.name).default(''),
            values: valuesSchema.optional(),
            points: z.array(pointSchema).max(CHART_LIMITS.points).optional(),
          }),
        ),
        z
          .record(z.string(), valuesSchema)
          .transform((record) => Object.entries(record).map(([name, each]) => ({ name, values: each }))),
      ],
      { error: 'must be names with their numbers, or a list of series as in the API' },
    )
    .optional(),
  value: valueSchema.optional(),
  stacked: z.boolean().optional(),
  unit: text(CHART_LIMITS.unit).optional(),
  decimals: z.int().min(0).max(CHART_LIMITS.decimals).optional(),
  highlight: namesSchema.optional(),
  unit_place: z.enum(CHART_UNIT_PLACES).optional(),
  format: z.enum(CHART_NUMBER_FORMATS).optional(),
  labels: z.enum(SERIES_LABEL_PLACES).optional(),
  axis_titles: z
    .strictObject({ x: text(CHART_LIMITS.axisTitle).optional(), y: text(CHART_LIMITS.axisTitle).optional() })
    .optional(),
  target: z
    .union(
      [
        z.strictObject({ value: valueSchema, label: text(CHART_LIMITS.targetLabel).optional() }),
        valueSchema.transform((one) => ({ value: one })),
      ],
      { error: 'must be a number, or a value with its label' },
    )
    .optional(),
  range: z.strictObject({ min: valueSchema, max: valueSchema }).optional(),
  thresholds: z.array(valueSchema).max(CHART_LIMITS.thresholds).optional(),
  annotations: z
    .array(z.strictObject({ at: text(CHART_LIMITS.category), text: text(CHART_LIMITS.annotation) }))
    .max(CHART_LIMITS.annotations)
    .optional(),
  source: text(CHART_LIMITS.source).optional(),
});

/** The keys of a chart in Markdown. Its data is in `series` and `categories`, in `value`, in the file `data`, or below the keys. */
export type ChartKeys = z.output<typeof keysSchema>;

/** Reads keys as YAML; one without a value is absent. @throws ChartDataError for text that is not YAML, and for keys that are unknown or of another kind */
export function readChartKeys(written: string): ChartKeys {
  if (written.length > MAX_CHARACTERS) throw new ChartDataError(`its keys have more than ${MAX_CHARACTERS} characters`);
  let parsed: unknown;
  try {
    parsed = parseYaml(written) ?? {};
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new ChartDataError(`its keys are not YAML: ${reason.replace(/:$/, '')}`);
  }
  const given = isYamlFields(parsed)
    ? Object.fromEntries(Object.entries(parsed).filter(([, each]) => each !== null))
    : parsed;
  const read = keysSchema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const key = issue?.path.join('.') ?? '';
  throw new ChartDataError(`${key === '' ? '' : `${key}: `}${issue?.message ?? 'a key is not known'}`);
}
