import type { z } from 'zod';
import { invalidRequest } from '../contract/invalid-request.ts';
import type { Fault } from '../shared/errors.ts';
import { isPie } from '../video/drawing/drawable-chart.ts';
import type { EveryField, RichContent } from '../video/drawing/drawable-slide.ts';
import { tableColumns } from '../video/drawing/drawable-table.ts';
import { type richContentAnswer, richContentFields } from './rich-content-fields.ts';
import type { SlideContent } from './slide.ts';

type Fields = { [Name in keyof typeof richContentFields]: z.output<(typeof richContentFields)[Name]> };

/** These fields as a client sends them. */
type SentContent = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** What of these fields was sent, as a slide keeps it: null and usual values are absent. */
export function keptContent(sent: SentContent): RichContent {
  return {
    bullet_style: sent.bullet_style === 'bullet' ? undefined : sent.bullet_style,
    bullet_levels: sent.bullet_levels?.some((level) => level > 0) ? sent.bullet_levels : undefined,
    markup: sent.markup === 'none' ? undefined : sent.markup,
    code: sent.code ?? undefined,
    table: sent.table ?? undefined,
    chart: sent.chart ?? undefined,
    column_break: sent.column_break ?? undefined,
  } satisfies EveryField<RichContent>;
}

/** What was sent beside these fields. */
export const sentBesideContent = <Sent extends SentContent>(sent: Sent): Omit<Sent, keyof SentContent> =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !Object.hasOwn(richContentFields, name))) as Omit<
    Sent,
    keyof SentContent
  >;

function tableFaults({ table }: RichContent): Fault[] {
  if (!table) return [];
  const columns = tableColumns(table);
  const faults: Fault[] = table.rows.flatMap((row, index) =>
    row.length === columns
      ? []
      : [{ param: `table.rows[${index}]`, message: `Has ${row.length} cells where the table has ${columns} columns.` }],
  );
  if (table.align && table.align.length !== columns)
    faults.push({ param: 'table.align', message: `Must have one entry for each of the ${columns} columns.` });
  return faults;
}

function chartFaults({ chart }: RichContent): Fault[] {
  if (!chart) return [];
  const count = chart.categories.length;
  const faults: Fault[] = chart.series.flatMap(({ values }, index) =>
    values.length === count
      ? []
      : [
          {
            param: `chart.series[${index}].values`,
            message: `Has ${values.length} values where the chart has ${count} categories.`,
          },
        ],
  );
  if (!isPie(chart)) return faults;
  const [first] = chart.series;
  const values = first?.values ?? [];
  if (chart.series.length > 1) faults.push({ param: 'chart.series', message: `A ${chart.type} chart has one series.` });
  if (values.some((value) => value !== null && value < 0))
    faults.push({ param: 'chart.series[0].values', message: `A ${chart.type} chart has no negative values.` });
  else if (!values.some((value) => value !== null && value > 0))
    faults.push({ param: 'chart.series[0].values', message: `A ${chart.type} chart needs a value above 0.` });
  return faults;
}

/** The content of a slide, and how many levels were sent with it; absent: none. */
type CheckedContent = Pick<SlideContent, 'bullet_points'> & RichContent & { levels?: number | undefined };

/** What is wrong with the content of a slide as a whole. Each field by itself was checked by the contract. */
function contentFaults(slide: CheckedContent): Fault[] {
  const { bullet_points: points, levels, code, table, chart, column_break: at } = slide;
  const [, second] = Object.entries({ code, table, chart }).filter(([, value]) => value !== undefined);
  return [
    ...(second ? [{ param: second[0], message: 'A slide has at most one of code, table and chart.' }] : []),
    ...(levels !== undefined && levels !== points.length
      ? [{ param: 'bullet_levels', message: `Must have one entry for each of the ${points.length} points.` }]
      : []),
    ...(at !== undefined && at > points.length - 1
      ? [{ param: 'column_break', message: 'Must be the number, from 0, of a point after the first.' }]
      : []),
    ...tableFaults(slide),
    ...chartFaults(slide),
  ];
}

/** What is wrong with a slide that a client sends as a whole. @param path what stands before its fields: `slides[3].` */
export const contentFaultsOf = (input: Pick<SlideContent, 'bullet_points'> & SentContent, path = ''): Fault[] =>
  contentFaults({
    bullet_points: input.bullet_points,
    ...keptContent(input),
    levels: input.bullet_levels?.length,
  }).map(({ param, message }) => ({ param: `${path}${param}`, message }));

/** Refuses slides whose parts do not hold together. @throws ServiceError `validation_failed` with all faults */
export function checkContent(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidRequest('validation_failed', faults);
}

/**
 * The content of a slide after a change of some of its fields, and its faults. New points without levels
 * have none, and columns that were told for other points begin in halves again.
 * @param path what stands before the fields: `slides[3].`
 */
export function changedContent(
  slide: SlideContent,
  sent: SentContent & { bullet_points?: string[] | undefined },
  path = '',
): { content: RichContent; faults: Fault[] } {
  const points = sent.bullet_points ?? slide.bullet_points;
  const hasNewPoints = sent.bullet_points !== undefined;
  const kept = Object.entries(keptContent(sent)).filter(([name]) => sent[name as keyof SentContent] !== undefined);
  const levels = hasNewPoints ? undefined : slide.bullet_levels;
  const at = hasNewPoints && (slide.column_break ?? 0) > points.length - 1 ? undefined : slide.column_break;
  const content: RichContent = {
    ...richContentOf(slide),
    ...{ bullet_levels: levels, column_break: at },
    ...Object.fromEntries(kept),
  };
  const faults = contentFaults({ bullet_points: points, ...content, levels: sent.bullet_levels?.length });
  return { content, faults: faults.map(({ param, message }) => ({ param: `${path}${param}`, message })) };
}

/** The content as clients see it. */
export const richContentView = (slide: RichContent): z.output<z.ZodObject<typeof richContentAnswer>> => ({
  bullet_style: slide.bullet_style ?? 'bullet',
  bullet_levels: slide.bullet_levels ? [...slide.bullet_levels] : null,
  markup: slide.markup ?? 'none',
  code: slide.code ? { language: slide.code.language ?? null, text: slide.code.text } : null,
  table: slide.table
    ? {
        header: slide.table.header ? [...slide.table.header] : null,
        rows: slide.table.rows.map((row) => [...row]),
        align: slide.table.align ? [...slide.table.align] : null,
      }
    : null,
  chart: slide.chart
    ? {
        type: slide.chart.type,
        categories: [...slide.chart.categories],
        series: slide.chart.series.map(({ name, values }) => ({ name, values: [...values] })),
        stacked: slide.chart.stacked ?? false,
        unit: slide.chart.unit ?? null,
        decimals: slide.chart.decimals ?? null,
      }
    : null,
  column_break: slide.column_break ?? null,
});

/** What a slide holds beside title, points and image. */
export const richContentOf = ({
  bullet_style,
  bullet_levels,
  markup,
  code,
  table,
  chart,
  column_break,
}: RichContent): EveryField<RichContent> => ({
  bullet_style,
  bullet_levels,
  markup,
  code,
  table,
  chart,
  column_break,
});
