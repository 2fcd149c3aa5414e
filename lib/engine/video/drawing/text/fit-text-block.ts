import { largestSizeThatFits } from './largest-size-that-fits.ts';
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
  /** The text may be larger than the largest size of its style; absent: it may not. */
  emphasis?: EnlargedTextReason | undefined;
  /** The size of the heading above, in pixels, to which text that is set larger than usual keeps a distance; absent without a heading. */
  below?: number | undefined;
  /** True: text is not set larger than usual if it would take more lines. */
  keepsLines?: true;
  /** True: text that does not fit is not shortened, only reported as cut. Shortening takes longer than everything else. */
  draft?: boolean;
}

/**
 * Sizes above the largest of a style, as multiples of it. Lists have `sparse` for very few points, `alone` for a paragraph or few points, and
 * `roomy`; they share their sizes, so that a deck has few. Headings have the others: above very few points, of a composition, as a quotation.
 */
const EMPHASIS_FACTORS = {
  ...{ sparse: [1.46, 1.33, 1.2], alone: [1.33, 1.2], roomy: [1.2] },
  ...{ few: [1.1], composed: [1.22, 1.1], quotation: [1.36, 1.22, 1.1] },
};
/** The reason for which text may be larger than the largest size of its style. */
export type EnlargedTextReason = keyof typeof EMPHASIS_FACTORS;

/**
 * Each size of type is this multiple of the next larger one. The steps of usual sizes are wide, so that neighbouring slides have either
 * the same size or a clearly different one. Steps of small sizes are narrow, so that small text is as large as possible.
 */
const SIZE_STEP = { usual: 0.89, small: 0.945 };
/** Sizes below this part of the largest are small. */
const SMALL_BELOW = 0.75;

/** Small letters are below this multiple of the size in the middle between the largest and the smallest of a style. */
const SMALL_OF_MIDDLE = 1.19;

/** Reports whether a block is in letters clearly below the largest size of its style. */
export function isBlockSmall({ block, size }: FittedTextBlock, unit: number): boolean {
  const { largest, smallest } = block.paragraphs[0]?.style ?? { largest: 0, smallest: 0 };
  return size < Math.sqrt(largest * smallest) * SMALL_OF_MIDDLE * unit;
}

const DENSE = { gap: 0.5, leading: 0.93 };
const INK = '#000000';

/** Sizes that are tried, from the largest to the smallest, in pixels. With emphasis there are more at the start; the others are the same. */
function sizesOf(block: TextBlock, { unit, emphasis }: AvailableTextSpace): number[] {
  const style = block.paragraphs[0]?.style;
  if (!style) return [];
  const smallest = style.smallest * unit;
  const largest = style.largest * unit;
  const factors = emphasis ? EMPHASIS_FACTORS[emphasis] : [];
  const sizes = factors.map((factor) => Math.round(factor * largest * 4) / 4);
  for (let size = largest; size > smallest; ) {
    sizes.push(Math.round(size * 4) / 4);
    size *= size < largest * SMALL_BELOW ? SIZE_STEP.small : SIZE_STEP.usual;
  }
  return [...sizes, Math.round(smallest * 4) / 4];
}

/** A block in one size (pixels), with its measured heights. */
export async function blockAtSize(
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

/** The most lines per paragraph with which all paragraphs fit; at least one. */
function linesThatFit(fitted: FittedTextBlock, height: number): number {
  const { block, size, heights } = fitted;
  const lineHeights = block.paragraphs.map(({ leading }, i) => leading * paragraphTypeSize(block, i, size));
  const lines = heights.map((each, i) => Math.round(each / (lineHeights[i] ?? each)));
  for (let limit = Math.max(...lines); limit > 1; limit--) {
    const total = lines.reduce((sum, count, i) => sum + Math.ceil(Math.min(count, limit) * (lineHeights[i] ?? 0)), 0);
    if (total + paragraphGapsHeight(block, size) <= height) return limit;
  }
  return 1;
}

async function cutToFit(fitted: FittedTextBlock, height: number, measure: MeasureNodes): Promise<FittedTextBlock> {
  const { block, size, width } = fitted;
  const limit = linesThatFit(fitted, height);
  const allowed = block.paragraphs.map(
    ({ leading }, i) => Math.ceil(leading * paragraphTypeSize(block, i, size) * limit) + 1,
  );
  const isLong = (i: number): boolean => (fitted.heights[i] ?? 0) > (allowed[i] ?? 0);
  const long = block.paragraphs.flatMap((paragraph, i) =>
    isLong(i) ? [{ paragraph, allowed: allowed[i] ?? 0, level: block.levels?.[i] ?? 0 }] : [],
  );
  const shortened = await cutParagraphs(
    long.map(({ paragraph }) => paragraph),
    async (candidates) => {
      const levels = long.map(({ level }) => level);
      const { heights } = await blockAtSize({ ...block, paragraphs: candidates, levels }, size, width, measure);
      return heights.map((each, i) => each <= (long[i]?.allowed ?? 0));
    },
  );
  const paragraphs = block.paragraphs.map((paragraph, i) => (isLong(i) ? (shortened.shift() ?? paragraph) : paragraph));
  const result = await blockAtSize({ ...block, paragraphs }, size, width, measure);
  return { ...result, cut: true, uncutHeight: fitted.height };
}

/** The block with smaller gaps and leading, for text that does not fit otherwise. */
const withDenseLines = (block: TextBlock): TextBlock => ({
  ...block,
  gap: block.gap * DENSE.gap,
  paragraphs: block.paragraphs.map((paragraph) => ({ ...paragraph, leading: paragraph.leading * DENSE.leading })),
});

/**
 * Sets a block as large as its style and the room allow, without breaking words where possible. Where the smallest size is
 * too large, each paragraph is cut to the lines that fit, at least one, and ends in an ellipsis.
 */
export async function fitTextBlock(
  block: TextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const all = sizesOf(block, room);
  const smallest = all.at(-1) ?? 0;
  const largest = all[0] ?? 0;
  const cap = await sizeWithUnbrokenWords(block, room.width, largest, measure);
  const sizes = all.filter((size) => size <= cap || size === smallest);
  const trySize = async (size: number): Promise<FittedTextBlock | undefined> => {
    const tried = await blockAtSize(block, size, room.width, measure);
    return tried.height <= room.height ? tried : undefined;
  };
  const first = await trySize(sizes[0] ?? smallest);
  if (first) return first;
  const last = await trySize(smallest);
  if (!last) {
    const dense = await blockAtSize(withDenseLines(block), smallest, room.width, measure);
    if (dense.height <= room.height) return dense;
    return room.draft ? { ...dense, cut: true } : cutToFit(dense, room.height, measure);
  }
  return (await largestSizeThatFits(sizes.slice(1, -1), trySize)) ?? last;
}

const ELLIPSIS = '…';
/** The most graphemes by which a cut is moved back to be between two words. */
const WORD_SEARCH = 18;
const isSpace = (unit: TextRun | undefined): boolean =>
  unit !== undefined && 'text' in unit && /^[\s\u200b]$/u.test(unit.text);

function cutAt(paragraph: TypesetParagraph, units: readonly TextRun[], count: number): TypesetParagraph {
  let end = count;
  for (let back = count; back > 0 && back > count - WORD_SEARCH; back--) {
    if (!isSpace(units[back])) continue;
    end = back;
    break;
  }
  while (end > 0 && isSpace(units[end - 1])) end--;
  return { ...paragraph, runs: mergeAdjacentTextRuns([...units.slice(0, end), { text: ELLIPSIS }]) };
}

/**
 * Cuts each paragraph to the longest start that fits, with an ellipsis; between two words if a word ends near the cut.
 * @param fitting reports for one candidate of each paragraph whether it fits: one call serves a step of all binary searches
 */
export async function cutParagraphs(
  paragraphs: readonly TypesetParagraph[],
  fitting: (candidates: readonly TypesetParagraph[]) => Promise<boolean[]>,
): Promise<TypesetParagraph[]> {
  const searches = paragraphs.map((paragraph) => {
    const units = splitRunsIntoGraphemes(paragraph.runs);
    return { paragraph, units, low: 0, high: Math.max(0, units.length - 1) };
  });
  while (searches.some(({ low, high }) => low < high)) {
    const middles = searches.map(({ low, high }) => (low + high + 1) >> 1);
    const answers = await fitting(searches.map(({ paragraph, units }, i) => cutAt(paragraph, units, middles[i] ?? 0)));
    for (const [i, search] of searches.entries()) {
      const middle = middles[i] ?? 0;
      if (search.low >= search.high) continue;
      if (answers[i]) search.low = middle;
      else search.high = middle - 1;
    }
  }
  return searches.map(({ paragraph, units, low }) => cutAt(paragraph, units, low));
}
