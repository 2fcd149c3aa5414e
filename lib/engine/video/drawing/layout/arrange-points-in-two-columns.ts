import type { DrawableSlide } from '../drawable-slide.ts';
import { fitSlideBody, withParagraphGap } from '../text/fit-slide-body.ts';
import { blockAtSize } from '../text/fit-text-block.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { FittedTextBlock, TextBlock } from '../text/text-block.ts';
import { arrangeHeading } from './arrange-headed.ts';
import type { ArrangedText } from './arrange-text.ts';
import { placeTextBody, topOfAlignedText } from './place-text.ts';
import { hasRoomForTwoColumns } from './slide-text-margins.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import { textFitsOfBody } from './text-fit.ts';

/** Space between two columns, as a part of the unit. */
const COLUMN_GAP = 0.075;

/** Fits both columns with the size and gaps that the longer one needs, so that neighbouring lines are aligned. */
async function fitColumns(
  columns: readonly [TextBlock, TextBlock],
  width: number,
  height: number,
  unit: number,
  measure: MeasureNodes,
): Promise<FittedTextBlock[]> {
  const fitted = await Promise.all(
    columns.map((column) => fitSlideBody(column, { width, height, unit, keepsLines: true }, measure)),
  );
  const size = Math.min(...fitted.map((column) => column.size));
  const gap = Math.min(...fitted.map(({ block }) => block.gap));
  const even = fitted.map((column) =>
    column.size === size ? column : blockAtSize(column.block, size, width, measure),
  );
  return (await Promise.all(even)).map((column) => withParagraphGap(column, gap));
}

/** Paragraphs `from` to `to` (exclusive) of a block, with their levels, markers and owners. */
function partOf(block: TextBlock, from: number, to?: number): TextBlock {
  const { paragraphs, owners, levels, marker } = block;
  return {
    ...block,
    paragraphs: paragraphs.slice(from, to),
    owners: owners?.slice(from, to),
    levels: levels?.slice(from, to),
    marker: marker && {
      ...marker,
      numbers: marker.numbers.slice(from, to),
      signs: marker.signs?.slice(from, to),
    },
  };
}

/** The fewest points that are set in two columns: with fewer, a column would have one or two. */
const MIN_POINTS = 6;
/** Points below this part of the largest size are small. */
const SMALL_BELOW = 0.9;
/** Columns are used if the letters become larger by this factor. */
const MIN_GAIN = 1.1;
/** Letters that are added to the length of a point, for its marker and the end of its last line. */
const POINT_LETTERS = 24;

/**
 * The paragraph that starts the second column, so that both have about the same number of letters; deeper points stay below their own.
 * Undefined when there is no such paragraph.
 */
function secondColumnStart({ paragraphs, levels }: TextBlock): number | undefined {
  const weights = paragraphs.map(({ runs }) =>
    runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 2), POINT_LETTERS),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let above = 0;
  let best: { at: number; off: number } | undefined;
  for (const [at, weight] of weights.entries()) {
    const off = Math.abs(whole - 2 * above);
    if (at > 0 && (levels?.[at] ?? 0) === 0 && (best === undefined || off < best.off)) best = { at, off };
    above += weight;
  }
  return best?.at;
}

/**
 * Sets many points in two columns if their letters would be small in one.
 * @param arranged the same slide with its points in one column
 * @returns `arranged`, if two columns do not make the letters clearly larger, or cut text
 */
export async function arrangePointsInColumnsIfLarger(
  arranged: ArrangedText,
  slide: SlideToArrange,
): Promise<ArrangedText> {
  const { size, unit } = slide;
  const { body } = slide.group;
  const single = arranged.body;
  if (!hasRoomForTwoColumns(size) || !body || !single || body.paragraphs.length < MIN_POINTS) return arranged;
  const usual = (body.paragraphs[0]?.style.largest ?? 0) * unit;
  const at = single.size < usual * SMALL_BELOW ? secondColumnStart(body) : undefined;
  if (at === undefined) return arranged;
  const columns = await arrangePointsInTwoColumns(slide, body, at);
  const isLarger = (columns.body?.size ?? 0) >= single.size * MIN_GAIN;
  return !columns.cut && (arranged.cut || isLarger) ? columns : arranged;
}

/**
 * Fits the points of a slide in two columns below the heading, the first one where lines start.
 * @param at the paragraph that starts the second column; absent: in halves, the first with one more
 */
export async function arrangePointsInTwoColumns(
  slide: SlideToArrange,
  body: TextBlock,
  at: number | undefined,
): Promise<ArrangedText> {
  const { group, direction, unit, measure } = slide;
  const headed = await arrangeHeading(slide, { ...group, body: undefined });
  const { room, regions } = headed;
  const width = Math.floor((room.width - Math.round(COLUMN_GAP * unit)) / 2);
  const split = at ?? Math.ceil(body.paragraphs.length / 2);
  const columns = await fitColumns([partOf(body, 0, split), partOf(body, split)], width, room.height, unit, measure);
  const height = Math.max(...columns.map((column) => column.height));
  const top = topOfAlignedText(room, regions.verticalAlign === 'middle' ? 'middle' : 'top', height);
  const far = room.x + room.width - width;
  const [first, second] = direction === 'rtl' ? [far, room.x] : [room.x, far];
  return {
    regions,
    top,
    height,
    cut: headed.cut || columns.some((column) => column.cut),
    body: columns[0],
    fits: [...headed.fits, ...textFitsOfBody(columns, unit)],
    place: (around) => [
      ...headed.place(around),
      ...columns.flatMap((column, index) => placeTextBody(column, index === 0 ? first : second, top, around)),
    ],
  };
}

/**
 * The paragraph that starts the second column of a slide with `column_break`; undefined: the points are halved.
 * @param owners the point of each paragraph; blank points have none
 */
export function startOfSecondColumn(
  { column_break }: Pick<DrawableSlide, 'column_break'>,
  owners: readonly number[] = [],
): number | undefined {
  if (column_break === undefined) return undefined;
  const at = owners.findIndex((owner) => owner >= column_break);
  return at > 0 ? at : undefined;
}
