import type { DrawableChart } from '../drawable-chart.ts';
import { cleanText } from '../text/clean-text.ts';
import type { Paragraph } from '../text/typesetting.ts';
import type { ChartExtras } from './chart-model.ts';

/** The texts of a chart other than names and values, clean; notes in the order of their categories. `written`: writes a value. */
export function extraTexts(chart: DrawableChart, written: (value: number) => string): ChartExtras<string> {
  const { axis_titles, target, annotations = [], source } = chart;
  const clean = (text: string | undefined): string | undefined => cleanText(text ?? '') || undefined;
  const notes = annotations.flatMap(({ at, text }) => {
    const category = chart.categories.indexOf(at);
    const shown = cleanText(text);
    return category < 0 || shown === '' ? [] : [{ category, text: shown }];
  });
  return {
    xTitle: clean(axis_titles?.x),
    yTitle: clean(axis_titles?.y),
    target: target && cleanText(`${target.label ?? ''} ${written(target.value)}`),
    source: clean(source),
    notes: notes.toSorted((a, b) => a.category - b.category),
  };
}

/** All texts of a chart other than names and values. */
export const listExtras = <Text>({ xTitle, yTitle, target, source, notes }: ChartExtras<Text>): Text[] =>
  [xTitle, yTitle, target, source, ...notes.map(({ text }) => text)].filter((text) => text !== undefined);

/** The same texts, each replaced by the result of `change`. */
export function mapExtras(
  { xTitle, yTitle, target, source, notes }: ChartExtras<Paragraph>,
  change: (paragraph: Paragraph) => Paragraph,
): ChartExtras<Paragraph> {
  const changed = (paragraph: Paragraph | undefined) => paragraph && change(paragraph);
  return {
    ...{ xTitle: changed(xTitle), yTitle: changed(yTitle), target: changed(target), source: changed(source) },
    notes: notes.map(({ category, text }) => ({ category, text: change(text) })),
  };
}

/** The same texts with fonts. */
export async function typesetExtras(
  { xTitle, yTitle, target, source, notes }: ChartExtras<string>,
  set: (text: string) => Promise<Paragraph>,
): Promise<ChartExtras<Paragraph>> {
  const optional = async (text: string | undefined) => (text === undefined ? undefined : set(text));
  const [x, y, to, from] = await Promise.all([xTitle, yTitle, target, source].map(optional));
  const typeset = await Promise.all(notes.map(async ({ category, text }) => ({ category, text: await set(text) })));
  return { xTitle: x, yTitle: y, target: to, source: from, notes: typeset };
}
