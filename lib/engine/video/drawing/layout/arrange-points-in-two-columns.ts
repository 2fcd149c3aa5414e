import type { DrawableSlide } from '../drawable-slide.ts';
import { fitSlideBody, withParagraphGap } from '../text/fit-slide-body.ts';
import { measureTextBlockAtSize } from '../text/fit-text-block.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { FittedTextBlock, TextBlock } from '../text/text-block.ts';
import type { ArrangedText } from './arrange-text.ts';
import { fitSlideHeading } from './fit-slide-heading.ts';
import { placeFittedTextBlock, topOfAlignedText } from './place-text.ts';
import { hasRoomForTwoColumns } from './slide-text-margins.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import { textFitsOfBody } from './text-fit-report.ts';

/** Space between two columns, as a part of the unit. */
const COLUMN_GAP = 0.075;

/** Fits both columns with the smaller of their sizes and gaps, so that neighbouring lines are aligned. Lengths in pixels. */
async function fitColumns(
  columns: readonly [TextBlock, TextBlock],
  width: number,
  height: number,
  unit: number,
  measure: MeasureNodes,
): Promise<FittedTextBlock[]> {
  const fittedColumns = await Promise.all(
    columns.map((column) => fitSlideBody(column, { width, height, unit, keepsLines: true }, measure)),
  );
  const size = Math.min(...fittedColumns.map((column) => column.size));
  const gap = Math.min(...fittedColumns.map(({ block }) => block.gap));
  const sameSizeColumns = fittedColumns.map((column) =>
    column.size === size ? column : measureTextBlockAtSize(column.block, size, width, measure),
  );
  return (await Promise.all(sameSizeColumns)).map((column) => withParagraphGap(column, gap));
}

/** Paragraphs `from` to `to` (exclusive) of a block, with their levels, markers and owners. */
function sliceBlock(block: TextBlock, from: number, to?: number): TextBlock {
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

/** The smallest number of paragraphs that are set in two columns: with fewer, a column would have one or two. */
const MIN_PARAGRAPHS = 6;
/** The part of the largest size below which points are small. */
const SMALL_BELOW = 0.9;
/** The smallest factor by which letters must become larger for columns to be used. */
const MIN_GAIN = 1.1;
/** Letters that are added to the length of a point, for its marker and the end of its last line. */
const POINT_LETTERS = 24;

/**
 * The index of the paragraph that starts the second column, so that both have about the same number of letters; deeper points stay below
 * the point to which they belong. Undefined if only the first paragraph could start a column.
 */
function secondColumnStart({ paragraphs, levels }: TextBlock): number | undefined {
  const weights = paragraphs.map(({ runs }) =>
    runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 2), POINT_LETTERS),
  );
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let weightAbove = 0;
  let bestStart: { index: number; difference: number } | undefined;
  for (const [paragraphIndex, weight] of weights.entries()) {
    const difference = Math.abs(totalWeight - 2 * weightAbove);
    if (
      paragraphIndex > 0 &&
      (levels?.[paragraphIndex] ?? 0) === 0 &&
      (bestStart === undefined || difference < bestStart.difference)
    )
      bestStart = { index: paragraphIndex, difference };
    weightAbove += weight;
  }
  return bestStart?.index;
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
  const singleColumn = arranged.body;
  if (!hasRoomForTwoColumns(size) || !body || !singleColumn || body.paragraphs.length < MIN_PARAGRAPHS) return arranged;
  const usualSize = (body.paragraphs[0]?.style.largest ?? 0) * unit;
  const secondStart = singleColumn.size < usualSize * SMALL_BELOW ? secondColumnStart(body) : undefined;
  if (secondStart === undefined) return arranged;
  const columns = await arrangePointsInTwoColumns(slide, body, secondStart);
  const isLarger = (columns.body?.size ?? 0) >= singleColumn.size * MIN_GAIN;
  return !columns.cut && (arranged.cut || isLarger) ? columns : arranged;
}

/**
 * Fits the points of a slide in two columns below the heading, the first one where lines start.
 * @param secondStart index of the paragraph that starts the second column; undefined: in halves, the first with one more if they are unequal
 */
export async function arrangePointsInTwoColumns(
  slide: SlideToArrange,
  body: TextBlock,
  secondStart: number | undefined,
): Promise<ArrangedText> {
  const { group, direction, unit, measure } = slide;
  const heading = await fitSlideHeading(slide, { ...group, body: undefined });
  const { room, regions } = heading;
  const width = Math.floor((room.width - Math.round(COLUMN_GAP * unit)) / 2);
  const firstOfSecond = secondStart ?? Math.ceil(body.paragraphs.length / 2);
  const columns = await fitColumns(
    [sliceBlock(body, 0, firstOfSecond), sliceBlock(body, firstOfSecond)],
    width,
    room.height,
    unit,
    measure,
  );
  const height = Math.max(...columns.map((column) => column.height));
  const top = topOfAlignedText(room, regions.verticalAlign === 'middle' ? 'middle' : 'top', height);
  const farX = room.x + room.width - width;
  const [firstX, secondX] = direction === 'rtl' ? [farX, room.x] : [room.x, farX];
  return {
    regions,
    top,
    height,
    cut: heading.cut || columns.some((column) => column.cut),
    body: columns[0],
    fits: [...heading.fits, ...textFitsOfBody(columns, unit)],
    place: (context) => [
      ...heading.place(context),
      ...columns.flatMap((column, index) => placeFittedTextBlock(column, index === 0 ? firstX : secondX, top, context)),
    ],
  };
}

/**
 * The index of the paragraph that starts the second column of a slide with `column_break`; undefined: the points are halved.
 * @param owners the point of each paragraph; blank points have none
 */
export function startOfSecondColumn(
  { column_break }: Pick<DrawableSlide, 'column_break'>,
  owners: readonly number[] = [],
): number | undefined {
  if (column_break === undefined) return undefined;
  const paragraphIndex = owners.findIndex((owner) => owner >= column_break);
  return paragraphIndex > 0 ? paragraphIndex : undefined;
}
