import { z } from 'zod';
import { chartFaults } from '#engine/video/drawing/chart-faults.ts';
import {
  CHART_LIMITS,
  CHART_NUMBER_FORMATS,
  CHART_TYPES,
  CHART_UNIT_PLACES,
  type DrawableChart,
  SERIES_LABEL_PLACES,
} from '#engine/video/drawing/drawable-chart.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { defineSlideField } from './define-slide-field.ts';

const numberSchema = z.number().min(-CHART_LIMITS.value).max(CHART_LIMITS.value);

const inputSchema = z
  .strictObject({
    type: z.enum(CHART_TYPES),
    categories: z
      .array(textSchema(0, CHART_LIMITS.category))
      .max(CHART_LIMITS.categories)
      .optional()
      .describe('Needed by all types but `scatter` and `gauge`, which have none.'),
    series: z
      .array(
        z
          .strictObject({
            name: textSchema(0, CHART_LIMITS.name),
            values: z
              .array(numberSchema.nullable())
              .max(CHART_LIMITS.categories)
              .optional()
              .describe(
                'One for each category; null: unknown. A `gauge` has one; a `scatter` chart has `points` instead.',
              ),
            points: z
              .array(
                z
                  .strictObject({
                    x: numberSchema,
                    y: numberSchema,
                    label: textSchema(0, CHART_LIMITS.pointLabel).optional(),
                  })
                  .meta({ id: 'ChartPointInput' }),
              )
              .max(CHART_LIMITS.points)
              .optional()
              .describe('The points of a series of a `scatter` chart, instead of `values`.'),
          })
          .meta({ id: 'ChartSeriesInput' }),
      )
      .min(1)
      .max(CHART_LIMITS.series)
      .describe(
        '`pie`, `donut` and `funnel` take one series, without negative values; `waterfall` one of changes, where null is the sum up to there; `gauge` one with one value. The last series of `combo` is a line.',
      ),
    stacked: z.boolean().optional().describe('Whether the columns, bars or areas of a category are stacked.'),
    unit: textSchema(0, CHART_LIMITS.unit).optional().describe('Shown with each value, at the place of `unit_place`.'),
    decimals: z.int().min(0).max(CHART_LIMITS.decimals).optional(),
    highlight: z
      .array(textSchema(0, CHART_LIMITS.name))
      .max(CHART_LIMITS.highlight)
      .optional()
      .describe('Names of categories or series, or labels of points, that keep their colours; all others are grey.'),
    unit_place: z
      .enum(CHART_UNIT_PLACES)
      .optional()
      .describe('`auto`: currencies and % stand where the language has them, other units after the value.'),
    format: z
      .enum(CHART_NUMBER_FORMATS)
      .optional()
      .describe(
        '`compact`: 4.4M. `percent`: slices and stacked series are shown as their share of the whole, other values times 100, with a percent sign.',
      ),
    labels: z
      .enum(SERIES_LABEL_PLACES)
      .optional()
      .describe(
        'Where series are named: `direct`, next to their last marks if there is room, else in a legend; `auto`: `direct` for lines, and stacked columns and areas; a `legend` for others.',
      ),
    axis_titles: z
      .strictObject({
        x: textSchema(0, CHART_LIMITS.axisTitle).optional(),
        y: textSchema(0, CHART_LIMITS.axisTitle).optional(),
      })
      .meta({ id: 'AxisTitlesInput' })
      .optional(),
    target: z
      .strictObject({
        value: numberSchema,
        label: textSchema(0, CHART_LIMITS.targetLabel).optional(),
      })
      .meta({ id: 'ChartTargetInput' })
      .optional()
      .describe('A line at this value, of a gauge or a chart with an axis of values.'),
    range: z
      .strictObject({ min: numberSchema, max: numberSchema })
      .meta({ id: 'ChartRangeInput' })
      .optional()
      .describe('Ends of a `gauge`. Absent: 0 to 100, or with `percent` 0 to 1.'),
    thresholds: z
      .array(numberSchema)
      .max(CHART_LIMITS.thresholds)
      .optional()
      .describe('Values at which a `gauge` is divided, ascending, between its ends.'),
    annotations: z
      .array(
        z
          .strictObject({
            at: textSchema(0, CHART_LIMITS.category).describe('The name of a category, or the label of a point.'),
            text: textSchema(1, CHART_LIMITS.annotation),
          })
          .meta({ id: 'ChartNoteInput' }),
      )
      .max(CHART_LIMITS.annotations)
      .optional(),
    source: textSchema(0, CHART_LIMITS.source).optional().describe('A line below the chart.'),
  })
  .meta({ id: 'ChartInput' })
  .nullable()
  .describe('A slide has at most one of `code`, `table`, `chart` and `items`.');

/** The chart in answers: every member is present. */
const toChartAnswer = (stored: DrawableChart) => ({
  type: stored.type,
  categories: [...stored.categories],
  series: stored.series.map(({ name, values, points = [] }) => ({
    name,
    values: [...values],
    points: points.map(({ x, y, label }) => ({ x, y, label: label ?? null })),
  })),
  stacked: stored.stacked ?? false,
  unit: stored.unit ?? null,
  decimals: stored.decimals ?? null,
  highlight: [...(stored.highlight ?? [])],
  unit_place: stored.unit_place ?? 'auto',
  format: stored.format ?? 'plain',
  labels: stored.labels ?? 'auto',
  axis_titles: stored.axis_titles ? { x: stored.axis_titles.x ?? null, y: stored.axis_titles.y ?? null } : null,
  target: stored.target ? { value: stored.target.value, label: stored.target.label ?? null } : null,
  range: stored.range ? { ...stored.range } : null,
  thresholds: [...(stored.thresholds ?? [])],
  annotations: (stored.annotations ?? []).map(({ at, text }) => ({ at, text })),
  source: stored.source ?? null,
});

const seriesNameWords = ['Name of the series, as its legend shows it.', 'Revenue'] as const;

/** The chart of the slide. Absent: none. */
export const chartFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  answer: z
    .object({
      type: z.enum(CHART_TYPES),
      categories: z.array(z.string()),
      series: z.array(
        z
          .object({
            name: z.string(),
            values: z.array(z.number().nullable()),
            points: z.array(
              z.object({ x: z.number(), y: z.number(), label: z.string().nullable() }).meta({ id: 'ChartPoint' }),
            ),
          })
          .meta({ id: 'ChartSeries' }),
      ),
      stacked: z.boolean(),
      unit: z.string().nullable(),
      decimals: z.int().nullable(),
      highlight: z.array(z.string()),
      unit_place: z.enum(CHART_UNIT_PLACES),
      format: z.enum(CHART_NUMBER_FORMATS),
      labels: z.enum(SERIES_LABEL_PLACES),
      axis_titles: z
        .object({ x: z.string().nullable(), y: z.string().nullable() })
        .meta({ id: 'AxisTitles' })
        .nullable(),
      target: z.object({ value: z.number(), label: z.string().nullable() }).meta({ id: 'ChartTarget' }).nullable(),
      range: z.object({ min: z.number(), max: z.number() }).meta({ id: 'ChartRange' }).nullable(),
      thresholds: z.array(z.number()),
      annotations: z.array(z.object({ at: z.string(), text: z.string() }).meta({ id: 'ChartNote' })),
      source: z.string().nullable(),
    })
    .meta({ id: 'Chart' })
    .nullable(),
  stored: z
    .object({
      type: z.enum(CHART_TYPES),
      categories: z.array(z.string()),
      series: z.array(
        z.object({
          name: z.string(),
          values: z.array(z.number().nullable()),
          points: z.array(z.object({ x: z.number(), y: z.number(), label: z.string().optional() })).optional(),
        }),
      ),
      stacked: z.boolean().optional(),
      unit: z.string().optional(),
      decimals: z.int().optional(),
      highlight: z.array(z.string()).optional(),
      unit_place: z.enum(CHART_UNIT_PLACES).optional(),
      format: z.enum(CHART_NUMBER_FORMATS).optional(),
      labels: z.enum(SERIES_LABEL_PLACES).optional(),
      axis_titles: z.object({ x: z.string().optional(), y: z.string().optional() }).optional(),
      target: z.object({ value: z.number(), label: z.string().optional() }).optional(),
      range: z.object({ min: z.number(), max: z.number() }).optional(),
      thresholds: z.array(z.number()).optional(),
      annotations: z.array(z.object({ at: z.string(), text: z.string() })).optional(),
      source: z.string().optional(),
    })
    .optional(),
  keep: (value) =>
    value
      ? {
          ...value,
          categories: value.categories ?? [],
          series: value.series.map(({ values = [], ...series }) => ({ ...series, values })),
        }
      : undefined,
  show: (stored) => (stored ? toChartAnswer(stored) : null),
  isDrawn: true,
  underWholeImage: () => undefined,
  isHeld: true,
  texts: [
    { path: ['categories', '*'], form: 'plain', maxLength: CHART_LIMITS.category, isRead: true },
    { path: ['series', '*', 'name'], form: 'plain', maxLength: CHART_LIMITS.name, isRead: true },
    { path: ['series', '*', 'points', '*', 'label'], form: 'plain', maxLength: CHART_LIMITS.pointLabel, isRead: true },
    { path: ['unit'], form: 'plain', maxLength: CHART_LIMITS.unit },
    { path: ['highlight', '*'], form: 'plain', maxLength: CHART_LIMITS.name },
    { path: ['axis_titles', 'x'], form: 'plain', maxLength: CHART_LIMITS.axisTitle },
    { path: ['axis_titles', 'y'], form: 'plain', maxLength: CHART_LIMITS.axisTitle },
    { path: ['target', 'label'], form: 'plain', maxLength: CHART_LIMITS.targetLabel, isRead: true },
    { path: ['annotations', '*', 'at'], form: 'plain', maxLength: CHART_LIMITS.category },
    { path: ['annotations', '*', 'text'], form: 'plain', maxLength: CHART_LIMITS.annotation, isRead: true },
    { path: ['source'], form: 'plain', maxLength: CHART_LIMITS.source },
  ],
  isImported: true,
  faults: (stored) => (stored ? chartFaults(stored) : []),
  words: {
    chart: ['The chart of the slide; null: none.'],
    'Chart.type': ['Kind of the chart.'],
    'ChartInput.type': ['Kind of the chart.'],
    'ChartSeries.name': seriesNameWords,
    'ChartSeriesInput.name': seriesNameWords,
    categories: ['Names along the axis, or of the slices.', ['2025', '2026']],
    series: ['The series, each with one value per category.'],
    values: ['A value for each category; null: none.', [4.2, 5]],
    'ChartSeries.points': ['The points of a `scatter` chart; empty in others.'],
    'ChartSeriesInput.points': ['The points of a `scatter` chart.'],
    'ChartPoint.x': ['Place on the horizontal axis.', 3],
    'ChartPointInput.x': ['Place on the horizontal axis.', 3],
    'ChartPoint.y': ['Place on the vertical axis.', 12],
    'ChartPointInput.y': ['Place on the vertical axis.', 12],
    'ChartPoint.label': ['Text next to the point; null: none.', 'Search'],
    'ChartPointInput.label': ['Text next to the point.', 'Search'],
    range: ['Ends of a gauge; null: the usual ones.'],
    'ChartRange.min': ['Value at the start.', 0],
    'ChartRangeInput.min': ['Value at the start.', 0],
    'ChartRange.max': ['Value at the end.', 10],
    'ChartRangeInput.max': ['Value at the end.', 10],
    thresholds: ['Values that divide a gauge; empty: none.', [6, 8]],
    stacked: ['Whether the series are stacked.', false],
    unit: ['Unit of the values.', '%'],
    decimals: ['Digits after the decimal point.', 1],
    highlight: ['Highlighted categories and series; empty: none.', ['2026']],
    unit_place: ['Place of the unit.', 'auto'],
    'Chart.format': ['Form of the numbers.', 'plain'],
    'ChartInput.format': ['Form of the numbers.', 'plain'],
    labels: ['Place of the names of series.', 'auto'],
    axis_titles: ['Titles of the axes; null: none.'],
    'AxisTitles.x': ['Title of the horizontal axis; null: none.', 'Year'],
    'AxisTitlesInput.x': ['Title of the horizontal axis.', 'Year'],
    'AxisTitles.y': ['Title of the vertical axis; null: none.', 'Revenue'],
    'AxisTitlesInput.y': ['Title of the vertical axis.', 'Revenue'],
    target: ['A value to reach; null: none.'],
    'ChartTarget.value': ['Value at which the line is.', 5],
    'ChartTargetInput.value': ['Value at which the line is.', 5],
    'ChartTarget.label': ['Text before the value; null: none.', 'Goal'],
    'ChartTargetInput.label': ['Text before the value.', 'Goal'],
    annotations: ['Notes at categories.'],
    'ChartNote.at': ['Name of the category, or label of the point.', '2026'],
    'ChartNote.text': ['Text of the note.', 'New plan'],
    'ChartNoteInput.text': ['Text of the note.', 'New plan'],
    'Chart.source': ['Line below the chart; null: none.', 'Annual report 2026'],
    'ChartInput.source': ['Line below the chart.', 'Annual report 2026'],
  },
  label: 'Chart',
  isListedForAgents: false,
  shortWords: {
    chart: 'Instead of the points.',
    series:
      'One for `pie`, `donut`, `funnel`, `gauge`, and `waterfall`: its changes, null is the sum. The last of `combo` is a line. `scatter`: `points` instead of `values`.',
    stacked: 'Whether columns, bars and areas are stacked.',
  },
});
