import { fitCode } from './fit-code.ts';
import {
  type AvailableTextSpace,
  type EnlargedTextReason,
  fitTextBlock,
  isFittedBlockTextSmall,
} from './fit-text-block.ts';
import type { MeasureNodes } from './paragraph-node.ts';
import { type FittedTextBlock, paragraphGapsHeight, paragraphTypeSize, type TextBlock } from './text-block.ts';

/** Limits of a list of few short points, which may be larger than other lists with room. */
const FEW_POINTS = { paragraphs: 4, letters: 170 };
/** Limits of a list of very few short points, which may be larger still. */
const SPARSE_POINTS = { paragraphs: 3, letters: 110 };
/** The width of a room, in units, below which it is narrow: most points wrap in it in any size. */
const NARROW_WIDTH = 0.85;
/**
 * The largest size of text that is set larger than usual, as a fraction of the heading above it: for a usual list, and for few points or a
 * paragraph.
 */
const MAX_SHARE_OF_HEADING = { usual: 0.76, few: 0.92 };
/** The largest fraction of the height of its room that text which is set larger than usual fills, so that it does not look cramped. */
const MAX_FILLED_SHARE = 0.92;
/**
 * Limits of the gaps between points, which are widened to fill the room: multiples of the type size in usual and in narrow rooms, and the
 * fraction of the free height that all added gaps take.
 */
const WIDER_GAPS = { maxGap: 1.1, maxGapInNarrowRoom: 1.4, ofFree: 0.86 };

/** The factor by which gaps between points in small letters are made smaller. */
const CLOSER_GAPS = 0.62;

/** Reports whether a block has at most some number of paragraphs and of letters; an emoji counts as two letters. */
function isWithin({ paragraphs }: TextBlock, limits: { paragraphs: number; letters: number }): boolean {
  const letters = paragraphs
    .flatMap(({ runs }) => runs)
    .reduce((sum, run) => sum + ('text' in run ? run.text.length : 2), 0);
  return paragraphs.length <= limits.paragraphs && letters <= limits.letters;
}

/** Reports whether a list has very few short points. */
export const hasFewShortPoints = (block: TextBlock): boolean => block.role === 'list' && isWithin(block, SPARSE_POINTS);

/** The number of lines of all paragraphs of a fitted block. */
export const countLinesOfFittedBlock = ({ block, size, heights }: FittedTextBlock): number =>
  heights.reduce(
    (sum, height, i) =>
      sum + Math.round(height / ((block.paragraphs[i]?.leading ?? 1) * paragraphTypeSize(block, i, size))),
    0,
  );

/** Reports whether a list is in small letters, so that a large heading above it would be out of proportion. */
export const isListCramped = (fitted: FittedTextBlock, unit: number): boolean =>
  fitted.block.role === 'list' && isFittedBlockTextSmall(fitted, unit);

/** Sets points of a cramped list closer together if that makes the letters larger. @param plain the list with its usual gaps */
async function fitCloser(
  body: TextBlock,
  plain: FittedTextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  if (plain.cut || !isListCramped(plain, room.unit)) return plain;
  const closerFit = await fitTextBlock({ ...body, gap: body.gap * CLOSER_GAPS }, room, measure);
  return !closerFit.cut && closerFit.size > plain.size ? closerFit : plain;
}

/** Reports whether a room is narrow. */
const isNarrow = ({ width, unit }: AvailableTextSpace): boolean => width < NARROW_WIDTH * unit;

/**
 * The reasons why a list may be larger than usual, the one for the largest text first: very few points are clearly larger than a usual
 * list.
 */
function enlargedTextReasons(body: TextBlock, below: number | undefined): readonly EnlargedTextReason[] {
  // A paragraph without a heading is the whole content of the slide.
  const isWholeContent = body.paragraphs.length === 1 && below === undefined;
  if (isWholeContent || (hasFewShortPoints(body) && body.paragraphs.length > 1)) return ['sparse', 'alone', 'roomy'];
  return body.paragraphs.length === 1 || isWithin(body, FEW_POINTS) ? ['alone', 'roomy'] : ['roomy'];
}

/**
 * Sets a list larger that has room in its largest usual size, so that the page is filled. Lists do not take more lines by that, unless the
 * page is narrow: a single word on a line looks worse than smaller letters.
 */
async function fitLarger(
  body: TextBlock,
  plain: FittedTextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const largestUsualSize = (body.paragraphs[0]?.style.largest ?? 0) * room.unit;
  if (plain.cut || plain.size < Math.round(largestUsualSize * 4) / 4) return plain;
  const height = Math.floor(room.height * MAX_FILLED_SHARE);
  const mayWrap = !room.keepsLines && (body.paragraphs.length === 1 || isNarrow(room));
  const reasons = enlargedTextReasons(body, room.below);
  const maxSize =
    (room.below ?? Number.POSITIVE_INFINITY) *
    (reasons.length > 1 ? MAX_SHARE_OF_HEADING.few : MAX_SHARE_OF_HEADING.usual);
  for (const reason of reasons) {
    const largerFit = await fitTextBlock(body, { ...room, height, emphasis: reason, draft: true }, measure);
    if (largerFit.cut || largerFit.size <= plain.size) return plain;
    if (largerFit.size <= maxSize && (mayWrap || countLinesOfFittedBlock(largerFit) <= countLinesOfFittedBlock(plain)))
      return largerFit;
  }
  return plain;
}

/** Widens the gaps of a list, so that it fills its room. */
function withWiderGaps(fitted: FittedTextBlock, room: AvailableTextSpace): FittedTextBlock {
  const { block, size, height, heights } = fitted;
  const gapCount = heights.length - 1;
  if (fitted.cut || gapCount < 1) return fitted;
  const maxGap = Math.max(block.gap, isNarrow(room) ? WIDER_GAPS.maxGapInNarrowRoom : WIDER_GAPS.maxGap);
  const freeHeight = Math.max(0, room.height * MAX_FILLED_SHARE - height) * WIDER_GAPS.ofFree;
  return withParagraphGap(fitted, Math.min(maxGap, block.gap + freeHeight / gapCount / size));
}

/** A fitted block with another gap between its paragraphs, a multiple of the size. */
export function withParagraphGap(fitted: FittedTextBlock, gap: number): FittedTextBlock {
  const block = { ...fitted.block, gap };
  const height = fitted.heights.reduce((sum, each) => sum + each, 0) + paragraphGapsHeight(block, fitted.size);
  return { ...fitted, block, height, uncutHeight: fitted.cut ? fitted.uncutHeight : height };
}

/** Fits the points, lines or code of a slide. A list with room is set larger, and its points further apart. */
export async function fitSlideBody(
  body: TextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  if (body.panel) return fitCode(body, room, measure);
  const usualFit = await fitTextBlock(body, room, measure);
  if (body.role !== 'list') return usualFit;
  const closerOrUsualFit = await fitCloser(body, usualFit, room, measure);
  return withWiderGaps(await fitLarger(body, closerOrUsualFit, room, measure), room);
}
