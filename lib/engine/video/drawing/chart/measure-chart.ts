import type { MeasureNodes } from '../text/paragraph-node.ts';
import { singleLineWidths, unbrokenWords } from '../text/single-line-widths.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { MeasuredChart, TypesetChart } from './chart-model.ts';
import { mapChartAnnotations } from './typeset-chart-annotations.ts';

/** Measures all text of a chart in one round, the widest words of its labels in another. */
export async function measureChart(
  typeset: TypesetChart,
  paragraphs: readonly TypesetParagraph[],
  measure: MeasureNodes,
): Promise<MeasuredChart> {
  const leading = Math.max(...paragraphs.map((paragraph) => paragraph.leading));
  const evened = new Map(paragraphs.map((paragraph) => [paragraph, { ...paragraph, leading }]));
  const even = (paragraph: TypesetParagraph): TypesetParagraph => evened.get(paragraph) ?? paragraph;
  const all = paragraphs.map(even);
  const words = all.flatMap((paragraph) => {
    const longest = unbrokenWords(textOfRuns(paragraph.runs)).sort((a, b) => b.length - a.length);
    return longest.slice(0, 2).map((text) => ({ paragraph, text }));
  });
  const [widths, wordWidths] = await Promise.all([
    singleLineWidths(all, measure),
    singleLineWidths(
      words.map(({ paragraph, text }) => ({ ...paragraph, runs: [{ text }] })),
      measure,
    ),
  ]);
  const widthByLabel = new Map(all.map((paragraph, i) => [paragraph, widths[i] ?? 0]));
  const wordByLabel = new Map<TypesetParagraph, number>();
  for (const [i, { paragraph }] of words.entries())
    wordByLabel.set(paragraph, Math.max(wordByLabel.get(paragraph) ?? 0, wordWidths[i] ?? 0));
  return {
    ...typeset,
    categories: typeset.categories.map(even),
    names: typeset.names.map(even),
    extras: mapChartAnnotations(typeset.extras, even),
    inside: typeset.inside.map((row) => row.map((value) => value && even(value))),
    values: typeset.values.map((row) => row.map((value) => value && even(value))),
    axis: { ...typeset.axis, labels: typeset.axis.labels.map(even) },
    across: typeset.across && { ...typeset.across, labels: typeset.across.labels.map(even) },
    pointNames: typeset.pointNames.map((name) => name && even(name)),
    leading,
    widthOf: (paragraph) => widthByLabel.get(paragraph) ?? 0,
    wordWidthOf: (paragraph) => wordByLabel.get(paragraph) ?? 0,
  };
}
