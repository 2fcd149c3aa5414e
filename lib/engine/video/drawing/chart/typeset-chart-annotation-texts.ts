import { chartCategoryOrPointNames, type DrawableChart, showsValuesAsShares } from '../drawable-chart.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartAnnotationTexts } from './chart-model.ts';
import { knownChartValues } from './chart-numbers.ts';

/** The texts of a chart other than names and values, normalized; notes in the order of their categories. @param writeValue writes a value */
export function chartAnnotationTexts(
  chart: DrawableChart,
  writeValue: (value: number) => string,
): ChartAnnotationTexts<string> {
  const { axis_titles, target, annotations = [], source } = chart;
  const normalizedOrUndefined = (text: string | undefined): string | undefined =>
    normalizeDrawableText(text ?? '') || undefined;
  const categoryOrPointNames = chartCategoryOrPointNames(chart);
  const notes = annotations.flatMap(({ at, text }) => {
    const category = categoryOrPointNames.indexOf(at);
    const noteText = normalizeDrawableText(text);
    return category < 0 || noteText === '' ? [] : [{ category, text: noteText }];
  });
  return {
    xTitle: normalizedOrUndefined(axis_titles?.x),
    yTitle: normalizedOrUndefined(axis_titles?.y),
    target: target && normalizeDrawableText(`${target.label ?? ''} ${writeValue(target.value)}`),
    source: normalizedOrUndefined(source),
    figure: chart.type === 'donut' || chart.type === 'gauge' ? figureOf(chart, writeValue) : undefined,
    notes: notes.toSorted((a, b) => a.category - b.category),
  };
}

/**
 * The figure in the middle of a gauge is its value; that of a donut is the value of its only highlighted slice, or else the sum of all
 * slices. Undefined for a donut of shares, whose sum is always 100 %.
 */
function figureOf(chart: DrawableChart, writeValue: (value: number) => string): string | undefined {
  const values = chart.series[0]?.values ?? [];
  if (chart.type === 'gauge') return normalizeDrawableText(writeValue(values[0] ?? 0));
  const highlightedValues = chart.categories.flatMap((name, index) =>
    chart.highlight?.includes(name) ? [values[index] ?? null] : [],
  );
  const [highlightedValue] = highlightedValues;
  if (highlightedValues.length === 1 && highlightedValue !== null && highlightedValue !== undefined)
    return normalizeDrawableText(writeValue(highlightedValue));
  const sum = knownChartValues(chart).reduce((total, value) => total + value, 0);
  return showsValuesAsShares(chart) || chart.unit?.trim() === '%' ? undefined : normalizeDrawableText(writeValue(sum));
}

/** The texts of a chart other than names and values, as a list. */
export const listChartAnnotationTexts = <Text>({
  xTitle,
  yTitle,
  target,
  source,
  figure,
  notes,
}: ChartAnnotationTexts<Text>): Text[] =>
  [xTitle, yTitle, target, source, figure, ...notes.map(({ text }) => text)].filter((text) => text !== undefined);

/** The texts of a chart other than names and values, each replaced by the result of `change`. */
export function mapChartAnnotationTexts(
  { xTitle, yTitle, target, source, figure, notes }: ChartAnnotationTexts<TypesetParagraph>,
  change: (paragraph: TypesetParagraph) => TypesetParagraph,
): ChartAnnotationTexts<TypesetParagraph> {
  const changeIfAny = (paragraph: TypesetParagraph | undefined) => paragraph && change(paragraph);
  return {
    xTitle: changeIfAny(xTitle),
    yTitle: changeIfAny(yTitle),
    target: changeIfAny(target),
    source: changeIfAny(source),
    figure: changeIfAny(figure),
    notes: notes.map(({ category, text }) => ({ category, text: change(text) })),
  };
}

/** Typesets the texts of a chart other than names and values. @param typeset chooses the fonts of a text */
export async function typesetChartAnnotationTexts(
  { xTitle, yTitle, target, source, figure, notes }: ChartAnnotationTexts<string>,
  typeset: (text: string) => Promise<TypesetParagraph>,
): Promise<ChartAnnotationTexts<TypesetParagraph>> {
  const typesetIfAny = async (text: string | undefined) => (text === undefined ? undefined : typeset(text));
  const [xTitleSet, yTitleSet, targetSet, sourceSet, figureSet] = await Promise.all(
    [xTitle, yTitle, target, source, figure].map(typesetIfAny),
  );
  const notesSet = await Promise.all(
    notes.map(async ({ category, text }) => ({ category, text: await typeset(text) })),
  );
  return {
    xTitle: xTitleSet,
    yTitle: yTitleSet,
    target: targetSet,
    source: sourceSet,
    figure: figureSet,
    notes: notesSet,
  };
}
