import type { MeasureNodes } from '../text/paragraph-node.ts';
import { singleLineWidths, unbreakableWords } from '../text/single-line-widths.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { MeasuredChart, TypesetChart } from './chart-model.ts';
import { mapChartAnnotationTexts } from './typeset-chart-annotation-texts.ts';

/**
 * Measures all texts of a chart on one line, and the longest words of each. All texts get the largest line height among them.
 * @param paragraphs all texts of the chart
 */
export async function measureChart(
  typeset: TypesetChart,
  paragraphs: readonly TypesetParagraph[],
  measure: MeasureNodes,
): Promise<MeasuredChart> {
  const leading = Math.max(...paragraphs.map((paragraph) => paragraph.leading));
  const evenParagraphs = new Map(paragraphs.map((paragraph) => [paragraph, { ...paragraph, leading }]));
  const withCommonLeading = (paragraph: TypesetParagraph): TypesetParagraph =>
    evenParagraphs.get(paragraph) ?? paragraph;
  const allParagraphs = paragraphs.map(withCommonLeading);
  // The two longest words of a text: the one with the most letters is not always the widest.
  const words = allParagraphs.flatMap((paragraph) => {
    const wordsByLength = unbreakableWords(textOfRuns(paragraph.runs)).sort((a, b) => b.length - a.length);
    return wordsByLength.slice(0, 2).map((text) => ({ paragraph, text }));
  });
  const [widths, wordWidths] = await Promise.all([
    singleLineWidths(allParagraphs, measure),
    singleLineWidths(
      words.map(({ paragraph, text }) => ({ ...paragraph, runs: [{ text }] })),
      measure,
    ),
  ]);
  const widthByLabel = new Map(allParagraphs.map((paragraph, i) => [paragraph, widths[i] ?? 0]));
  const wordWidthByLabel = new Map<TypesetParagraph, number>();
  for (const [i, { paragraph }] of words.entries())
    wordWidthByLabel.set(paragraph, Math.max(wordWidthByLabel.get(paragraph) ?? 0, wordWidths[i] ?? 0));
  return {
    ...typeset,
    categories: typeset.categories.map(withCommonLeading),
    names: typeset.names.map(withCommonLeading),
    extras: mapChartAnnotationTexts(typeset.extras, withCommonLeading),
    inside: typeset.inside.map((row) => row.map((value) => value && withCommonLeading(value))),
    values: typeset.values.map((row) => row.map((value) => value && withCommonLeading(value))),
    axis: { ...typeset.axis, labels: typeset.axis.labels.map(withCommonLeading) },
    across: typeset.across && { ...typeset.across, labels: typeset.across.labels.map(withCommonLeading) },
    pointNames: typeset.pointNames.map((name) => name && withCommonLeading(name)),
    leading,
    widthOf: (paragraph) => widthByLabel.get(paragraph) ?? 0,
    wordWidthOf: (paragraph) => wordWidthByLabel.get(paragraph) ?? 0,
  };
}
