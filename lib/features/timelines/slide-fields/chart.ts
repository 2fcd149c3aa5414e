import { z } from 'zod';
import { CHART_LIMITS, CHART_TYPES, type DrawableChart, showsParts } from '#engine/video/drawing/drawable-chart.ts';
import { text } from '#kernel/contract/text.ts';
import type { Fault } from '#kernel/shared/errors.ts';
import { defineField } from './define-field.ts';

const sent = z
  .strictObject({
    type: z.enum(CHART_TYPES),
    categories: z.array(text(0, CHART_LIMITS.category)).min(1).max(CHART_LIMITS.categories),
    series: z
      .array(
        z
          .strictObject({
            name: text(0, CHART_LIMITS.name),
            values: z
              .array(z.number().min(-CHART_LIMITS.value).max(CHART_LIMITS.value).nullable())
              .min(1)
              .max(CHART_LIMITS.categories)
              .describe('One for each category; null: unknown.'),
          })
          .meta({ id: 'ChartSeriesInput' }),
      )
      .min(1)
      .max(CHART_LIMITS.series)
      .describe('`pie` and `donut` take one series, without negative values.'),
    stacked: z.boolean().optional().describe('Whether the columns, bars or areas of a category are stacked.'),
    unit: text(0, CHART_LIMITS.unit).optional().describe('Shown after each value.'),
    decimals: z.int().min(0).max(CHART_LIMITS.decimals).optional(),
  })
  .meta({ id: 'ChartInput' })
  .nullable()
  .describe('A slide has at most one of `code`, `table`, `chart` and `items`.');

/** Finds series that do not fit the categories or the type of the chart. */
function chartFaults(value: DrawableChart): Fault[] {
  const count = value.categories.length;
  const faults: Fault[] = value.series.flatMap(({ values }, index) =>
    values.length === count
      ? []
      : [
          {
            param: `chart.series[${index}].values`,
            message: `Has ${values.length} values where the chart has ${count} categories.`,
          },
        ],
  );
  if (!showsParts(value)) return faults;
  const [first] = value.series;
  const values = first?.values ?? [];
  if (value.series.length > 1) faults.push({ param: 'chart.series', message: `A ${value.type} chart has one series.` });
  if (values.some((one) => one !== null && one < 0))
    faults.push({ param: 'chart.series[0].values', message: `A ${value.type} chart has no negative values.` });
  else if (!values.some((one) => one !== null && one > 0))
    faults.push({ param: 'chart.series[0].values', message: `A ${value.type} chart needs a value above 0.` });
  return faults;
}

const seriesWords = ['Name of the series, as its legend shows it.', 'Revenue'] as const;

/** The chart of the slide. Absent: none. */
export const chart = defineField({
  sent,
  created: sent.optional(),
  answer: z
    .object({
      type: z.enum(CHART_TYPES),
      categories: z.array(z.string()),
      series: z.array(
        z.object({ name: z.string(), values: z.array(z.number().nullable()) }).meta({ id: 'ChartSeries' }),
      ),
      stacked: z.boolean(),
      unit: z.string().nullable(),
      decimals: z.int().nullable(),
    })
    .meta({ id: 'Chart' })
    .nullable(),
  stored: z
    .object({
      type: z.enum(CHART_TYPES),
      categories: z.array(z.string()),
      series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
      stacked: z.boolean().optional(),
      unit: z.string().optional(),
      decimals: z.int().optional(),
    })
    .optional(),
  keep: (value) => value ?? undefined,
  show: (stored) =>
    stored
      ? {
          type: stored.type,
          categories: stored.categories,
          series: stored.series,
          stacked: stored.stacked ?? false,
          unit: stored.unit ?? null,
          decimals: stored.decimals ?? null,
        }
      : null,
  isDrawn: true,
  underWholeImage: () => undefined,
  isHeld: true,
  texts: [
    { at: ['categories', '*'], form: 'plain', most: CHART_LIMITS.category, isRead: true },
    { at: ['series', '*', 'name'], form: 'plain', most: CHART_LIMITS.name, isRead: true },
    { at: ['unit'], form: 'plain', most: CHART_LIMITS.unit },
  ],
  isImported: true,
  faults: (stored) => (stored ? chartFaults(stored) : []),
  words: {
    chart: ['The chart of the slide; null: none.'],
    'Chart.type': ['Kind of the chart.'],
    'ChartInput.type': ['Kind of the chart.'],
    'ChartSeries.name': seriesWords,
    'ChartSeriesInput.name': seriesWords,
    categories: ['Names along the axis, or of the slices.', ['2025', '2026']],
    series: ['The series, each with one value per category.'],
    values: ['A value for each category; null: none.', [4.2, 5]],
    stacked: ['Whether the series are stacked.', false],
    unit: ['Unit shown after each value.', '%'],
    decimals: ['Digits after the decimal point.', 1],
  },
  label: 'Chart',
  isListedForAgents: false,
  shortWords: {
    chart: 'One of `code`, `table`, `chart`, `items`.',
    stacked: 'Whether columns, bars and areas are stacked.',
  },
});
