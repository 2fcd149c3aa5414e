import { chartCategoryOrPointNames, type DrawableChart, showsValuesAsShares } from '../drawable-chart.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartAnnotations } from './chart-model.ts';
import { knownChartValues } from './chart-numbers.ts';

/** The texts of a chart other than names and values, clean; notes in the order of their categories. `written`: writes a value. */
export function chartAnnotationTexts(
  chart: DrawableChart,
  written: (value: number) => string,
): ChartAnnotations<string> {
  const { axis_titles, target, annotations = [], source } = chart;
  const clean = (text: string | undefined): string | undefined => normalizeDrawableText(text ?? '') || undefined;
  const places = chartCategoryOrPointNames(chart);
  const notes = annotations.flatMap(({ at, text }) => {
    const category = places.indexOf(at);
    const shown = normalizeDrawableText(text);
    return category < 0 || shown === '' ? [] : [{ category, text: shown }];
  });
  return {
    xTitle: clean(axis_titles?.x),
    yTitle: clean(axis_titles?.y),
    target: target && normalizeDrawableText(`${target.label ?? ''} ${written(target.value)}`),
    source: clean(source),
    figure: chart.type === 'donut' || chart.type === 'gauge' ? figureOf(chart, written) : undefined,
    notes: notes.toSorted((a, b) => a.category - b.category),
  };
}

/**
 * The figure in the middle of a gauge: its value; and of a donut: the value of its highlighted slice, else the sum of all. Shares have no
 * sum that says anything.
 */
function figureOf(chart: DrawableChart, written: (value: number) => string): string | undefined {
  const values = chart.series[0]?.values ?? [];
  if (chart.type === 'gauge') return normalizeDrawableText(written(values[0] ?? 0));
  const lit = chart.categories.flatMap((name, at) => (chart.highlight?.includes(name) ? [values[at] ?? null] : []));
  const [only] = lit;
  if (lit.length === 1 && only !== null && only !== undefined) return normalizeDrawableText(written(only));
  const sum = knownChartValues(chart).reduce((total, value) => total + value, 0);
  return showsValuesAsShares(chart) || chart.unit?.trim() === '%' ? undefined : normalizeDrawableText(written(sum));
}

/** All texts of a chart other than names and values. */
export const listChartAnnotations = <Text>({
  xTitle,
  yTitle,
  target,
  source,
  figure,
  notes,
}: ChartAnnotations<Text>): Text[] =>
  [xTitle, yTitle, target, source, figure, ...notes.map(({ text }) => text)].filter((text) => text !== undefined);

/** The same texts, each replaced by the result of `change`. */
export function mapChartAnnotations(
  { xTitle, yTitle, target, source, figure, notes }: ChartAnnotations<TypesetParagraph>,
  change: (paragraph: TypesetParagraph) => TypesetParagraph,
): ChartAnnotations<TypesetParagraph> {
  const changed = (paragraph: TypesetParagraph | undefined) => paragraph && change(paragraph);
  return {
    ...{ xTitle: changed(xTitle), yTitle: changed(yTitle), target: changed(target), source: changed(source) },
    figure: changed(figure),
    notes: notes.map(({ category, text }) => ({ category, text: change(text) })),
  };
}

/** The same texts with fonts. */
export async function typesetChartAnnotations(
  { xTitle, yTitle, target, source, figure, notes }: ChartAnnotations<string>,
  set: (text: string) => Promise<TypesetParagraph>,
): Promise<ChartAnnotations<TypesetParagraph>> {
  const optional = async (text: string | undefined) => (text === undefined ? undefined : set(text));
  const [xTitleSet, yTitleSet, targetSet, sourceSet, figureSet] = await Promise.all(
    [xTitle, yTitle, target, source, figure].map(optional),
  );
  const notesSet = await Promise.all(notes.map(async ({ category, text }) => ({ category, text: await set(text) })));
  return {
    xTitle: xTitleSet,
    yTitle: yTitleSet,
    target: targetSet,
    source: sourceSet,
    figure: figureSet,
    notes: notesSet,
  };
}
