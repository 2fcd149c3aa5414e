import { z } from 'zod';
import { text } from '../contract/text.ts';
import { CHART_LIMITS, CHART_TYPES } from '../video/drawing/drawable-chart.ts';
import {
  BULLET_STYLES,
  CODE_LIMITS,
  DEEPEST_LEVEL,
  MARKUPS,
  type RichContent,
} from '../video/drawing/drawable-slide.ts';
import { CELL_ALIGNMENTS, TABLE_LIMITS } from '../video/drawing/drawable-table.ts';

const cells = z.array(text(0, TABLE_LIMITS.cell)).min(1).max(TABLE_LIMITS.columns);

const code = z
  .strictObject({
    language: text(1, CODE_LIMITS.language)
      .optional()
      .describe('The usual name of the language: `python`, `ts`, `sql`.'),
    text: text(1, CODE_LIMITS.characters).refine(
      (value) => value.split('\n').length <= CODE_LIMITS.lines,
      `At most ${CODE_LIMITS.lines} lines.`,
    ),
  })
  .meta({ id: 'CodeInput' });

const table = z
  .strictObject({
    header: cells.optional(),
    rows: z.array(cells).min(1).max(TABLE_LIMITS.rows).describe('Every row has as many cells as the header.'),
    align: z
      .array(z.enum(CELL_ALIGNMENTS))
      .max(TABLE_LIMITS.columns)
      .optional()
      .describe('One for each column. Absent: columns of figures are set on the right, all others on the left.'),
  })
  .meta({ id: 'TableInput' });

const chart = z
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
              .describe('One for each category; null: not known.'),
          })
          .meta({ id: 'ChartSeriesInput' }),
      )
      .min(1)
      .max(CHART_LIMITS.series)
      .describe('`pie` and `donut` take one series, without negative values.'),
    stacked: z.boolean().optional().describe('Columns, bars and areas of a category stand one upon the other.'),
    unit: text(0, CHART_LIMITS.unit).optional().describe('Written behind every value.'),
    decimals: z.int().min(0).max(CHART_LIMITS.decimals).optional(),
  })
  .meta({ id: 'ChartInput' });

/** The fields of slides that hold more than points, as clients send them. `null` takes away `code`, `table` and `chart`. */
export const richContentFields = {
  bullet_style: z.enum(BULLET_STYLES).describe('What stands before the points.'),
  bullet_levels: z
    .array(z.int().min(0).max(DEEPEST_LEVEL))
    .max(12)
    .nullable()
    .describe('How deep each point stands, 0–2; one entry for each point. Null: all 0.'),
  markup: z
    .enum(MARKUPS)
    .describe(
      '`inline`: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~` and `[text](https://…)` in title, points and cells.',
    ),
  code: code
    .nullable()
    .describe('Takes the place of the points. A slide has at most one of `code`, `table` and `chart`.'),
  table: table.nullable().describe('A slide has at most one of `code`, `table` and `chart`.'),
  chart: chart.nullable().describe('A slide has at most one of `code`, `table` and `chart`.'),
  column_break: z
    .int()
    .min(1)
    .max(11)
    .nullable()
    .describe('With the layout `two_columns`: the point, from 0, that begins the second column. Null: in halves.'),
} satisfies Record<keyof RichContent, z.ZodType>;

/** The same fields where a slide is made: what is left out has its usual value. */
export const richContentDefaults = {
  bullet_style: richContentFields.bullet_style.default('bullet'),
  bullet_levels: richContentFields.bullet_levels.optional(),
  markup: richContentFields.markup.default('none'),
  code: richContentFields.code.optional(),
  table: richContentFields.table.optional(),
  chart: richContentFields.chart.optional(),
  column_break: richContentFields.column_break.optional(),
} satisfies Record<keyof RichContent, z.ZodType>;

/** The same fields in answers. */
export const richContentAnswer = {
  bullet_style: z.enum(BULLET_STYLES),
  bullet_levels: z.array(z.int()).nullable(),
  markup: z.enum(MARKUPS),
  code: z.object({ language: z.string().nullable(), text: z.string() }).meta({ id: 'Code' }).nullable(),
  table: z
    .object({
      header: z.array(z.string()).nullable(),
      rows: z.array(z.array(z.string())),
      align: z.array(z.enum(CELL_ALIGNMENTS)).nullable(),
    })
    .meta({ id: 'Table' })
    .nullable(),
  chart: z
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
  column_break: z.int().nullable(),
} satisfies Record<keyof RichContent, z.ZodType>;

/** The same fields as they are stored; an item of before them has none. */
export const storedRichContent = {
  bullet_style: z.enum(BULLET_STYLES).optional(),
  bullet_levels: z.array(z.int()).optional(),
  markup: z.enum(MARKUPS).optional(),
  code: z.object({ language: z.string().optional(), text: z.string() }).optional(),
  table: z
    .object({
      header: z.array(z.string()).optional(),
      rows: z.array(z.array(z.string())),
      align: z.array(z.enum(CELL_ALIGNMENTS)).optional(),
    })
    .optional(),
  chart: z
    .object({
      type: z.enum(CHART_TYPES),
      categories: z.array(z.string()),
      series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
      stacked: z.boolean().optional(),
      unit: z.string().optional(),
      decimals: z.int().optional(),
    })
    .optional(),
  column_break: z.int().optional(),
} satisfies Record<keyof RichContent, z.ZodType>;
