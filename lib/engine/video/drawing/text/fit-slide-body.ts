import { fitCode } from './fit-code.ts';
import { type AvailableTextSpace, type EnlargedTextReason, fitTextBlock, isBlockSmall } from './fit-text-block.ts';
import type { MeasureNodes } from './paragraph-node.ts';
import { type FittedTextBlock, paragraphGapsHeight, paragraphTypeSize, type TextBlock } from './text-block.ts';

/** Limits for few short points, which may be larger than a usual list with room, and for very few, which may be larger still. */
const FEW = { paragraphs: 4, letters: 170 };
const SPARSE = { paragraphs: 3, letters: 110 };
/** Rooms narrower than this, in units, are narrow: lines wrap there anyway. */
const NARROW = 0.85;
/**
 * The largest size of text that is set larger than usual, as a fraction of the heading above it: for a usual list, and for few points or a
 * paragraph.
 */
const OF_HEADING = { usual: 0.76, few: 0.92 };
/** The fraction of its room that text fills at most when it is set larger than usual, so that it does not look squeezed in. */
const FILLED = 0.92;
/**
 * Gaps between points are widened to fill the room: up to these multiples of the type size, and to at most this fraction of the free
 * height.
 */
const WIDER = { most: 1.1, mostNarrow: 1.4, ofFree: 0.86 };

/** Factor of the gaps between points in small letters. */
const CLOSER = 0.62;

function isWithin({ paragraphs }: TextBlock, most: { paragraphs: number; letters: number }): boolean {
  const letters = paragraphs
    .flatMap(({ runs }) => runs)
    .reduce((sum, run) => sum + ('text' in run ? run.text.length : 2), 0);
  return paragraphs.length <= most.paragraphs && letters <= most.letters;
}

/** Reports whether a list has very few short points. */
export const isListSparse = (block: TextBlock): boolean => block.role === 'list' && isWithin(block, SPARSE);

/** The number of lines of all paragraphs of a fitted block. */
export const countFittedLines = ({ block, size, heights }: FittedTextBlock): number =>
  heights.reduce(
    (sum, height, i) =>
      sum + Math.round(height / ((block.paragraphs[i]?.leading ?? 1) * paragraphTypeSize(block, i, size))),
    0,
  );

/** Reports whether a list is in small letters, so that a large heading above it would be out of proportion. */
export const isListCramped = (fitted: FittedTextBlock, unit: number): boolean =>
  fitted.block.role === 'list' && isBlockSmall(fitted, unit);

/** Sets points closer together if that makes the letters larger. */
async function fitCloser(
  body: TextBlock,
  plain: FittedTextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  if (plain.cut || !isListCramped(plain, room.unit)) return plain;
  const close = await fitTextBlock({ ...body, gap: body.gap * CLOSER }, room, measure);
  return !close.cut && close.size > plain.size ? close : plain;
}

const isNarrow = ({ width, unit }: AvailableTextSpace): boolean => width < NARROW * unit;

/**
 * The reasons why a list may be larger than usual, the one for the largest text first: very few points are clearly larger than a usual
 * list.
 */
function emphasesOf(body: TextBlock, below: number | undefined): readonly EnlargedTextReason[] {
  // A paragraph without a heading is the whole slide.
  const isWhole = body.paragraphs.length === 1 && below === undefined;
  if (isWhole || (isListSparse(body) && body.paragraphs.length > 1)) return ['sparse', 'alone', 'roomy'];
  return body.paragraphs.length === 1 || isWithin(body, FEW) ? ['alone', 'roomy'] : ['roomy'];
}

/**
 * Sets a list that has room in its usual size larger, so that the page is filled. Points that fit on one line each stay so, unless the page
 * is narrow: a single word on a line looks worse than smaller letters.
 */
async function fitLarger(
  body: TextBlock,
  plain: FittedTextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const usual = (body.paragraphs[0]?.style.largest ?? 0) * room.unit;
  if (plain.cut || plain.size < Math.round(usual * 4) / 4) return plain;
  const height = Math.floor(room.height * FILLED);
  const mayWrap = !room.keepsLines && (body.paragraphs.length === 1 || isNarrow(room));
  const emphases = emphasesOf(body, room.below);
  const most = (room.below ?? Number.POSITIVE_INFINITY) * (emphases.length > 1 ? OF_HEADING.few : OF_HEADING.usual);
  for (const emphasis of emphases) {
    const larger = await fitTextBlock(body, { ...room, height, emphasis, draft: true }, measure);
    if (larger.cut || larger.size <= plain.size) return plain;
    if (larger.size <= most && (mayWrap || countFittedLines(larger) <= countFittedLines(plain))) return larger;
  }
  return plain;
}

/** Widens the gaps of a list, so that it fills its room. */
function withWiderGaps(fitted: FittedTextBlock, room: AvailableTextSpace): FittedTextBlock {
  const { block, size, height, heights } = fitted;
  const gaps = heights.length - 1;
  if (fitted.cut || gaps < 1) return fitted;
  const most = Math.max(block.gap, isNarrow(room) ? WIDER.mostNarrow : WIDER.most);
  const free = Math.max(0, room.height * FILLED - height) * WIDER.ofFree;
  return withParagraphGap(fitted, Math.min(most, block.gap + free / gaps / size));
}

/** A fitted block with another gap between its paragraphs, a multiple of the size. */
export function withParagraphGap(fitted: FittedTextBlock, gap: number): FittedTextBlock {
  const block = { ...fitted.block, gap };
  const height = fitted.heights.reduce((sum, each) => sum + each, 0) + paragraphGapsHeight(block, fitted.size);
  return { ...fitted, block, height, uncutHeight: fitted.cut ? fitted.uncutHeight : height };
}

/** Fits the points, lines or code of a slide. A list is set larger and its points further apart as far as it has room. */
export async function fitSlideBody(
  body: TextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  if (body.panel) return fitCode(body, room, measure);
  const plain = await fitTextBlock(body, room, measure);
  if (body.role !== 'list') return plain;
  const closer = await fitCloser(body, plain, room, measure);
  return withWiderGaps(await fitLarger(body, closer, room, measure), room);
}
