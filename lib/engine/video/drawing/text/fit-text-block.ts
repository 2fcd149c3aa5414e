import { findResultAtLargestSize } from './find-result-at-largest-size.ts';
import type { MeasureNodes } from './paragraph-node.ts';
import { sizeWithUnbrokenWords } from './size-with-unbroken-words.ts';
import {
  type FittedTextBlock,
  paragraphGapsHeight,
  paragraphTypeSize,
  type TextBlock,
  textBlockNodes,
} from './text-block.ts';
import { mergeAdjacentTextRuns, splitRunsIntoGraphemes, type TextRun } from './text-runs.ts';
import type { TypesetParagraph } from './typesetting.ts';

/** Room for a block of text. */
export interface AvailableTextSpace {
  /** Pixels. */
  width: number;
  height: number;
  /** The unit of the slide, of which sizes of type are fractions. */
  unit: number;
  /** The reason for which text may be larger than the largest size of its style; absent: it may not. */
  emphasis?: EnlargedTextReason | undefined;
  /** The size of the heading above, in pixels: text that is set larger than usual stays smaller than the heading. Absent without a heading. */
  below?: number | undefined;
  /** True: text is not set larger than usual if it would take more lines. */
  keepsLines?: true;
  /** True: text that does not fit is not shortened, only reported as cut. Shortening takes longer than everything else. */
  draft?: boolean;
}

/**
 * Sizes above the largest of a style, as multiples of it, by the reason. Lists: `sparse` (very few points), `alone` (a paragraph or few
 * points), `roomy` (others with room); they share sizes, so that a deck has few different ones. Headings: `few` (above very few points),
 * `composed` (part of a composition, such as a title), `quotation`.
 */
const EMPHASIS_FACTORS = {
  sparse: [1.46, 1.33, 1.2],
  alone: [1.33, 1.2],
  roomy: [1.2],
  few: [1.1],
  composed: [1.22, 1.1],
  quotation: [1.36, 1.22, 1.1],
};
/** The reason for which text may be larger than the largest size of its style. */
export type EnlargedTextReason = keyof typeof EMPHASIS_FACTORS;

/**
 * Each size of type is this multiple of the next larger one. The steps of usual sizes are wide, so that neighbouring slides have either
 * the same size or a clearly different one. Steps of small sizes are narrow, so that small text is as large as possible.
 */
const SIZE_STEP = { usual: 0.89, small: 0.945 };
/** The part of the largest size below which the steps between sizes are those of small sizes. */
const SMALL_SIZES_BELOW = 0.75;

/** Letters are small below this multiple of the geometric mean of the largest and the smallest size of a style. */
const SMALL_LETTERS_FACTOR = 1.19;

/** Reports whether a block is in letters clearly below the largest size of its style. */
export function isFittedBlockTextSmall({ block, size }: FittedTextBlock, unit: number): boolean {
  const { largest, smallest } = block.paragraphs[0]?.style ?? { largest: 0, smallest: 0 };
  return size < Math.sqrt(largest * smallest) * SMALL_LETTERS_FACTOR * unit;
}

/** Factors of the gaps and line heights of text that does not fit otherwise. */
const DENSE_FACTORS = { gap: 0.5, leading: 0.93 };
/** The colour in which texts are measured; any would do. */
const INK = '#000000';

/** Sizes that are attempted, from the largest to the smallest, in pixels. With emphasis there are more at the start; the others are the same. */
function sizesOf(block: TextBlock, { unit, emphasis }: AvailableTextSpace): number[] {
  const style = block.paragraphs[0]?.style;
  if (!style) return [];
  const smallest = style.smallest * unit;
  const largest = style.largest * unit;
  const factors = emphasis ? EMPHASIS_FACTORS[emphasis] : [];
  const sizes = factors.map((factor) => Math.round(factor * largest * 4) / 4);
  for (let size = largest; size > smallest; ) {
    sizes.push(Math.round(size * 4) / 4);
    size *= size < largest * SMALL_SIZES_BELOW ? SIZE_STEP.small : SIZE_STEP.usual;
  }
  return [...sizes, Math.round(smallest * 4) / 4];
}

/** A block in one size (pixels), with its measured heights. */
export async function measureTextBlockAtSize(
  block: TextBlock,
  size: number,
  width: number,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const measured = await measure(textBlockNodes(block, size, width, INK), width);
  const heights = measured.map(({ height }) => Math.ceil(height));
  const height = heights.reduce((sum, each) => sum + each, 0) + paragraphGapsHeight(block, size);
  return { block, size, width, heights, height, padding: 0, cut: false, uncutHeight: height };
}

/** The largest number of lines per paragraph with which all paragraphs fit in a height; at least one. */
function linesThatFit(fitted: FittedTextBlock, height: number): number {
  const { block, size, heights } = fitted;
  const lineHeights = block.paragraphs.map(({ leading }, i) => leading * paragraphTypeSize(block, i, size));
  const lineCounts = heights.map((each, i) => Math.round(each / (lineHeights[i] ?? each)));
  for (let maxLines = Math.max(...lineCounts); maxLines > 1; maxLines--) {
    const totalHeight = lineCounts.reduce(
      (sum, count, i) => sum + Math.ceil(Math.min(count, maxLines) * (lineHeights[i] ?? 0)),
      0,
    );
    if (totalHeight + paragraphGapsHeight(block, size) <= height) return maxLines;
  }
  return 1;
}

/** Cuts each paragraph of a block to the number of lines that fits in a height. */
async function cutToFit(fitted: FittedTextBlock, height: number, measure: MeasureNodes): Promise<FittedTextBlock> {
  const { block, size, width } = fitted;
  const maxLines = linesThatFit(fitted, height);
  const maxHeights = block.paragraphs.map(
    ({ leading }, i) => Math.ceil(leading * paragraphTypeSize(block, i, size) * maxLines) + 1,
  );
  const isTooTall = (i: number): boolean => (fitted.heights[i] ?? 0) > (maxHeights[i] ?? 0);
  const tooTall = block.paragraphs.flatMap((paragraph, i) =>
    isTooTall(i) ? [{ paragraph, allowed: maxHeights[i] ?? 0, level: block.levels?.[i] ?? 0 }] : [],
  );
  const cutTexts = await cutParagraphs(
    tooTall.map(({ paragraph }) => paragraph),
    async (candidates) => {
      const levels = tooTall.map(({ level }) => level);
      const { heights } = await measureTextBlockAtSize(
        { ...block, paragraphs: candidates, levels },
        size,
        width,
        measure,
      );
      return heights.map((each, i) => each <= (tooTall[i]?.allowed ?? 0));
    },
  );
  const paragraphs = block.paragraphs.map((paragraph, i) =>
    isTooTall(i) ? (cutTexts.shift() ?? paragraph) : paragraph,
  );
  const fittedCut = await measureTextBlockAtSize({ ...block, paragraphs }, size, width, measure);
  return { ...fittedCut, cut: true, uncutHeight: fitted.height };
}

/** The block with smaller gaps and leading, for text that does not fit otherwise. */
const withDenseLines = (block: TextBlock): TextBlock => ({
  ...block,
  gap: block.gap * DENSE_FACTORS.gap,
  paragraphs: block.paragraphs.map((paragraph) => ({
    ...paragraph,
    leading: paragraph.leading * DENSE_FACTORS.leading,
  })),
});

/**
 * Sets a block in the largest size of its style that fits in the room, without breaking words if possible. If the smallest size does not fit
 * even with smaller gaps, each paragraph is cut to the lines that fit, at least one, and ends in an ellipsis.
 */
export async function fitTextBlock(
  block: TextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const allSizes = sizesOf(block, room);
  const largest = allSizes[0] ?? 0;
  const maxUnbroken = await sizeWithUnbrokenWords(block, room.width, largest, measure);
  const smallestUsual = allSizes.at(-1) ?? 0;
  const smallest = maxUnbroken.isForNumber
    ? Math.min(smallestUsual, Math.floor(maxUnbroken.size * 4) / 4)
    : smallestUsual;
  const sizes = [...allSizes.filter((size) => size <= maxUnbroken.size && size > smallest), smallest];
  const attemptSize = async (size: number): Promise<FittedTextBlock | undefined> => {
    const fittedBlock = await measureTextBlockAtSize(block, size, room.width, measure);
    return fittedBlock.height <= room.height ? fittedBlock : undefined;
  };
  const fittedLargest = await attemptSize(sizes[0] ?? smallest);
  if (fittedLargest) return fittedLargest;
  const fittedSmallest = await attemptSize(smallest);
  if (!fittedSmallest) {
    const denseFit = await measureTextBlockAtSize(withDenseLines(block), smallest, room.width, measure);
    if (denseFit.height <= room.height) return denseFit;
    return room.draft ? { ...denseFit, cut: true } : cutToFit(denseFit, room.height, measure);
  }
  return (await findResultAtLargestSize(sizes.slice(1, -1), attemptSize)) ?? fittedSmallest;
}

const ELLIPSIS = '…';
/** The largest number of graphemes by which a cut is moved back to be between two words. */
const WORD_SEARCH = 18;
/** Reports whether a run of one grapheme is a space. */
const isSpace = (unit: TextRun | undefined): boolean =>
  unit !== undefined && 'text' in unit && /^[\s\u200b]$/u.test(unit.text);

/** The paragraph with an ellipsis at its end. */
export const paragraphWithEllipsis = (paragraph: TypesetParagraph): TypesetParagraph => ({
  ...paragraph,
  runs: mergeAdjacentTextRuns([...paragraph.runs, { text: ELLIPSIS }]),
});

/** The paragraph up to a number of graphemes, or to the end of the word before if that is near, with an ellipsis. */
function cutAt(paragraph: TypesetParagraph, units: readonly TextRun[], count: number): TypesetParagraph {
  let end = count;
  for (let spaceIndex = count; spaceIndex > 0 && spaceIndex > count - WORD_SEARCH; spaceIndex--) {
    if (!isSpace(units[spaceIndex])) continue;
    end = spaceIndex;
    break;
  }
  while (end > 0 && isSpace(units[end - 1])) end--;
  return { ...paragraph, runs: mergeAdjacentTextRuns([...units.slice(0, end), { text: ELLIPSIS }]) };
}

/**
 * Cuts each paragraph to the longest start that fits, with an ellipsis; between two words if a word ends near the cut. The cuts are found by
 * binary searches that run in step.
 * @param doFit reports for one candidate of each paragraph whether it fits
 */
export async function cutParagraphs(
  paragraphs: readonly TypesetParagraph[],
  doFit: (candidates: readonly TypesetParagraph[]) => Promise<boolean[]>,
): Promise<TypesetParagraph[]> {
  const searches = paragraphs.map((paragraph) => {
    const units = splitRunsIntoGraphemes(paragraph.runs);
    return { paragraph, units, low: 0, high: Math.max(0, units.length - 1) };
  });
  while (searches.some(({ low, high }) => low < high)) {
    const middles = searches.map(({ low, high }) => (low + high + 1) >> 1);
    const fitAnswers = await doFit(searches.map(({ paragraph, units }, i) => cutAt(paragraph, units, middles[i] ?? 0)));
    for (const [i, search] of searches.entries()) {
      const middle = middles[i] ?? 0;
      if (search.low >= search.high) continue;
      if (fitAnswers[i]) search.low = middle;
      else search.high = middle - 1;
    }
  }
  return searches.map(({ paragraph, units, low }) => cutAt(paragraph, units, low));
}
