import { z } from 'zod';
import {
  CHART_LIMITS,
  CHART_NUMBER_FORMATS,
  CHART_TYPES,
  CHART_UNIT_PLACES,
  SERIES_LABEL_PLACES,
} from '#engine/video/drawing/drawable-chart.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import { isObjectOfYamlFields, parseYaml } from './front-matter.ts';
import { ChartDataError } from './read-csv.ts';

/** The length of the longest keys of a block, in characters. Six series of 60 points with labels have 30,000. */
const MAX_KEYS_CHARACTERS = 50_000;

const valueSchema = z.number().min(-CHART_LIMITS.value).max(CHART_LIMITS.value);
const textSchema = (maxCharacters: number) =>
  z
    .union([z.string(), z.number(), z.boolean()], { error: 'must be a text' })
    .transform((value) => cutTextWithEllipsis(String(value).trim(), maxCharacters).text);
const namesSchema = z.union(
  [
    z.array(textSchema(CHART_LIMITS.name)),
    z.string().transform((value) => value.split(',').flatMap((name) => name.trim() || [])),
    z.number().transform((value) => [String(value)]),
  ],
  { error: 'must be names with commas between them, or a list of names' },
);
const valuesSchema = z.union([z.array(valueSchema.nullable()), valueSchema.transform((value) => [value])], {
  error: 'must be a number, or a list of numbers',
});
const pointSchema = z.strictObject({
  x: valueSchema,
  y: valueSchema,
  label: textSchema(CHART_LIMITS.pointLabel).optional(),
});

const keysSchema = z.strictObject({
  type: z.enum(CHART_TYPES).default('column'),
  title: textSchema(CHART_LIMITS.source).default(''),
  data: z.string({ error: 'must be the name of a file' }).optional(),
  categories: z.array(textSchema(CHART_LIMITS.category)).max(CHART_LIMITS.categories).optional(),
  series: z
    .union(
      [
        z.array(
          z.strictObject({
            name: textSchema(CHART_LIMITS.name).default(''),
            values: valuesSchema.optional(),
            points: z.array(pointSchema).max(CHART_LIMITS.points).optional(),
          }),
        ),
        z
          .record(z.string(), valuesSchema)
          .transform((record) => Object.entries(record).map(([name, values]) => ({ name, values }))),
      ],
      { error: 'must be names with their numbers, or a list of series as in the API' },
    )
    .optional(),
  value: valueSchema.optional(),
  stacked: z.boolean().optional(),
  unit: textSchema(CHART_LIMITS.unit).optional(),
  decimals: z.int().min(0).max(CHART_LIMITS.decimals).optional(),
  highlight: namesSchema.optional(),
  unit_place: z.enum(CHART_UNIT_PLACES).optional(),
  format: z.enum(CHART_NUMBER_FORMATS).optional(),
  labels: z.enum(SERIES_LABEL_PLACES).optional(),
  axis_titles: z
    .strictObject({
      x: textSchema(CHART_LIMITS.axisTitle).optional(),
      y: textSchema(CHART_LIMITS.axisTitle).optional(),
    })
    .optional(),
  target: z
    .union(
      [
        z.strictObject({ value: valueSchema, label: textSchema(CHART_LIMITS.targetLabel).optional() }),
        valueSchema.transform((value) => ({ value })),
      ],
      { error: 'must be a number, or a value with its label' },
    )
    .optional(),
  range: z.strictObject({ min: valueSchema, max: valueSchema }).optional(),
  thresholds: z.array(valueSchema).max(CHART_LIMITS.thresholds).optional(),
  annotations: z
    .array(z.strictObject({ at: textSchema(CHART_LIMITS.category), text: textSchema(CHART_LIMITS.annotation) }))
    .max(CHART_LIMITS.annotations)
    .optional(),
  source: textSchema(CHART_LIMITS.source).optional(),
});

/** The keys of a chart in Markdown. Its data is in `series` and `categories`, in `value`, in the file `data`, or below the keys. */
export type MarkdownChartKeys = z.output<typeof keysSchema>;

/**
 * Reads keys as YAML; a key without a value is absent.
 * @throws ChartDataError for text that is not YAML, for unknown keys, and for values of another type
 */
export function readChartKeys(yaml: string): MarkdownChartKeys {
  if (yaml.length > MAX_KEYS_CHARACTERS)
    throw new ChartDataError(`its keys have more than ${MAX_KEYS_CHARACTERS} characters`);
  let parsed: unknown;
  try {
    parsed = parseYaml(yaml) ?? {};
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new ChartDataError(`its keys are not YAML: ${reason.replace(/:$/, '')}`);
  }
  const fields = isObjectOfYamlFields(parsed)
    ? Object.fromEntries(Object.entries(parsed).filter(([, each]) => each !== null))
    : parsed;
  const result = keysSchema.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const key = issue?.path.join('.') ?? '';
  throw new ChartDataError(`${key === '' ? '' : `${key}: `}${issue?.message ?? 'a key is not known'}`);
}
