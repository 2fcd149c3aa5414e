import type { Template, TypeStyle } from '../design.ts';
import { type ChartType, type DrawableChart, showsParts } from '../drawable-chart.ts';
import type { GraphicContent } from '../layout/graphic-content.ts';
import { isShrunk } from '../layout/text-fit.ts';
import { cleanText } from '../text/clean-text.ts';
import { lineWidths, unbrokenWords } from '../text/line-widths.ts';
import type { Measure } from '../text/paragraph-node.ts';
import { type Paragraph, type TextContext, type Typesetter, textOfRuns } from '../text/typesetting.ts';
import { type Direction, directionOf, isAlphabetic } from '../text/writing-system.ts';
import { arrangeBars } from './arrange-bars.ts';
import { arrangeColumnsAndLines } from './arrange-columns-and-lines.ts';
import { arrangePie } from './arrange-pie.ts';
import type { MeasuredChart, TypesetChart } from './chart-model.ts';
import { tickFormat, valueFormat } from './chart-numbers.ts';
import { chartNodes, roomOf } from './place-chart.ts';
import { seriesColors } from './series-colors.ts';
import { CHART_SIZES, PIE_SIZES } from './type-sizes.ts';
import { isChartStacked, valueAxis } from './value-axis.ts';

const LEADING = 1.22;
/** In a chart of more values, values are not written next to their marks. */
const MAX_WRITTEN = 24;

/** Reports whether the values of a chart are written next to its marks, where there is room. */
function writesValues(chart: DrawableChart): boolean {
  if (showsParts(chart)) return true;
  if (chart.type === 'line' || chart.type === 'area' || isChartStacked(chart)) return false;
  return chart.categories.length * chart.series.length <= MAX_WRITTEN;
}

/** Chooses the fonts of the text of a chart, and the colours of its series or slices. */
export async function typesetChart(
  chart: DrawableChart,
  language: string,
  template: Template,
  background: { accent: string; background: string },
  direction: Direction,
  { typesetParagraph }: Typesetter,
): Promise<GraphicContent> {
  const categories = chart.categories.map(cleanText);
  const names = chart.series.map(({ name }) => cleanText(name));
  const all = [...categories, ...names, cleanText(chart.unit ?? '')];
  const sameFaceTexts = [[...new Set(all.filter(isAlphabetic).join(''))].join('')];
  const context: TextContext = { language, text: all.join(' '), direction, sameFaceTexts };
  const style: TypeStyle = { ...template.type.body, leading: LEADING };
  // Numbers are set from left to right on every slide, so that a sign stays before its number, unless the unit has another direction.
  const counted: TextContext = { ...context, direction: directionOf(chart.unit ?? '') ?? 'ltr' };
  const setNumber = async (text: string): Promise<Paragraph> => {
    const paragraph = await typesetParagraph(cleanText(text), style, counted);
    return { ...paragraph, direction: counted.direction, isTabular: true };
  };
  const axis = valueAxis(chart, true);
  const written = valueFormat(chart, language);
  const onAxis = tickFormat(axis.ticks, chart, language);
  const valuesAreWritten = writesValues(chart);
  const typeset: TypesetChart = {
    data: chart,
    categories: await Promise.all(categories.map((text) => typesetParagraph(text, style, context))),
    names: await Promise.all(names.map((text) => typesetParagraph(text, style, context))),
    values: await Promise.all(
      chart.series.map(({ values }) =>
        Promise.all(
          values.map(async (value) =>
            valuesAreWritten && value !== null ? await setNumber(written(value)) : undefined,
          ),
        ),
      ),
    ),
    axis: { ...axis, labels: await Promise.all(axis.ticks.map((tick) => setNumber(onAxis(tick)))) },
    tight: valueAxis(chart, false),
    colors: seriesColors(
      [background.accent, ...template.marker.colors],
      background.background,
      showsParts(chart) ? chart.categories.length : chart.series.length,
    ),
  };
  const paragraphs = [
    ...typeset.categories,
    ...typeset.names,
    ...typeset.values.flat().filter((each) => each !== undefined),
    ...typeset.axis.labels,
  ];
  return {
    paragraphs,
    async arrange(frame, measure) {
      const measured = await measureChart(typeset, paragraphs, measure);
      const room = roomOf(frame, measured);
      const arranged = await ARRANGERS[chart.type](measured, room, measure);
      const [largest] = showsParts(chart) ? PIE_SIZES : CHART_SIZES;
      return { ...chartNodes(arranged, frame, room), shrunk: isShrunk(arranged.size, largest, frame.unit) };
    },
  };
}

const ARRANGERS = {
  column: arrangeColumnsAndLines,
  bar: arrangeBars,
  line: arrangeColumnsAndLines,
  area: arrangeColumnsAndLines,
  pie: arrangePie,
  donut: arrangePie,
} satisfies Readonly<Record<ChartType, unknown>>;

/** Measures all text of a chart in one round, the widest words of its labels in another. */
async function measureChart(
  typeset: TypesetChart,
  paragraphs: readonly Paragraph[],
  measure: Measure,
): Promise<MeasuredChart> {
  const leading = Math.max(...paragraphs.map((paragraph) => paragraph.leading));
  const evened = new Map(paragraphs.map((paragraph) => [paragraph, { ...paragraph, leading }]));
  const even = (paragraph: Paragraph): Paragraph => evened.get(paragraph) ?? paragraph;
  const all = paragraphs.map(even);
  const words = all.flatMap((paragraph) => {
    const longest = unbrokenWords(textOfRuns(paragraph.runs)).sort((a, b) => b.length - a.length);
    return longest.slice(0, 2).map((text) => ({ paragraph, text }));
  });
  const [widths, wordWidths] = await Promise.all([
    lineWidths(all, measure),
    lineWidths(
      words.map(({ paragraph, text }) => ({ ...paragraph, runs: [{ text }] })),
      measure,
    ),
  ]);
  const widthByLabel = new Map(all.map((paragraph, i) => [paragraph, widths[i] ?? 0]));
  const wordByLabel = new Map<Paragraph, number>();
  for (const [i, { paragraph }] of words.entries())
    wordByLabel.set(paragraph, Math.max(wordByLabel.get(paragraph) ?? 0, wordWidths[i] ?? 0));
  return {
    ...typeset,
    categories: typeset.categories.map(even),
    names: typeset.names.map(even),
    values: typeset.values.map((row) => row.map((value) => value && even(value))),
    axis: { ...typeset.axis, labels: typeset.axis.labels.map(even) },
    leading,
    widthOf: (paragraph) => widthByLabel.get(paragraph) ?? 0,
    wordWidthOf: (paragraph) => wordByLabel.get(paragraph) ?? 0,
  };
}
