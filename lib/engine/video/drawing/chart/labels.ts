import { cutParagraphs } from '../text/fit-text-block.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';

/** A label that is ready to be drawn: its text, cut if it does not fit, and its size in pixels. */
export interface FittedLabel {
  paragraph: TypesetParagraph;
  width: number;
  height: number;
  isCut: boolean;
}

/** A label, and the width that it may take, in pixels. */
export interface ChartLabelToFit {
  paragraph: TypesetParagraph;
  width: number;
}

/** Pixels by which a label is wider than its text, so that rounding does not wrap it. */
export const LABEL_SLACK_PIXELS = 3;

/** The heights of labels in their widths, in whole pixels. */
async function heightsOf(labels: readonly ChartLabelToFit[], size: number, measure: MeasureNodes): Promise<number[]> {
  if (labels.length === 0) return [];
  const nodes = labels.map(({ paragraph, width }) =>
    paragraphNode(paragraph, { size, width, side: 'left', color: '#000000', balanced: false }),
  );
  const maxWidth = Math.max(1, ...labels.map(({ width }) => width));
  return (await measure(nodes, maxWidth)).map(({ height }) => Math.ceil(height));
}

/**
 * Sets labels in their widths, on at most `maxLines` lines; longer ones are cut and end in an ellipsis.
 * @param size of the type, in pixels
 * @returns a label for each of `labels`, in their order
 */
export async function fitChartLabels(
  labels: readonly ChartLabelToFit[],
  size: number,
  maxLines: number,
  measure: MeasureNodes,
): Promise<FittedLabel[]> {
  const heights = await heightsOf(labels, size, measure);
  // One pixel more than the lines have, because measured heights are rounded up.
  const maxHeights = labels.map(({ paragraph }) => Math.ceil(paragraph.leading * size * maxLines) + 1);
  const tooTallLabels = labels.flatMap((label, i) =>
    (heights[i] ?? 0) > (maxHeights[i] ?? 0) ? [{ label, allowed: maxHeights[i] ?? 0 }] : [],
  );
  const cutTexts = await cutParagraphs(
    tooTallLabels.map(({ label }) => label.paragraph),
    async (candidates) => {
      const candidateLabels = candidates.map((paragraph, i) => ({
        paragraph,
        width: tooTallLabels[i]?.label.width ?? 0,
      }));
      return (await heightsOf(candidateLabels, size, measure)).map(
        (height, i) => height <= (tooTallLabels[i]?.allowed ?? 0),
      );
    },
  );
  const cutLabels = new Map(tooTallLabels.map(({ label }, i) => [label, cutTexts[i] ?? label.paragraph]));
  return labels.map((label, i) => {
    const paragraph = cutLabels.get(label);
    if (!paragraph) return { ...label, height: heights[i] ?? 0, isCut: false };
    return { ...label, paragraph, height: (maxHeights[i] ?? 1) - 1, isCut: true };
  });
}
