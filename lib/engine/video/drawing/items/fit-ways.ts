import type { GraphicFrame } from '../layout/graphic-content.ts';
import { largestSizeThatFits } from '../text/largest-size-that-fits.ts';
import type { TextStackWidths } from './fit-stacks.ts';
import { cutItemTitleSizes, fontSizesWithUnbrokenWords, itemTitleSizes } from './title-sizes.ts';

/** Items in their places, with titles of a size; pixels. */
interface Sized {
  height: number;
  size: number;
}

/** Items whose texts are cut. */
export interface CutItems<Arranged extends Sized> {
  arranged: Arranged;
  /** True if each item has at least a line of text. */
  hasLines: boolean;
  /** Each item that has a text below its title has at least a line of it. */
  keepsTexts: boolean;
}

/** The ways in which items may be arranged, such as numbers of columns. */
export interface ItemArrangementOptions<Way, Arranged extends Sized> {
  /** The ways that are tried, the preferred one first. */
  ways: readonly Way[];
  /** The ways that are used where text has to be cut, the preferred one first. */
  waysToCut: readonly Way[];
  /** True: the items have few words, and titles may be larger than usual. */
  isBrief?: boolean | undefined;
  /** The width of words, in pixels. */
  widthOf(way: Way): number;
  /** Arranges the items with titles of a size, as high as their content. */
  atSize(way: Way, size: number): Promise<Arranged>;
  /** Reports whether what has room is well set in its size; absent: it always is. The smallest sizes have to be. */
  isWell?(arranged: Arranged): boolean;
  /** Cuts the texts of an arrangement that is too high for its room. */
  cut(arranged: Arranged, way: Way): Promise<CutItems<Arranged>>;
}

/** The way that allows the largest letters; among equal ones, the first. Undefined if text has to be cut in every way. */
async function fitLargestArrangement<Way, Arranged extends Sized>(
  { ways, isBrief, isWell, widthOf, atSize }: ItemArrangementOptions<Way, Arranged>,
  { room, unit, slideHeight }: GraphicFrame,
  { word }: TextStackWidths,
): Promise<{ arranged: Arranged; way: Way } | undefined> {
  const sizes = itemTitleSizes(unit, slideHeight, isBrief);
  let best: { arranged: Arranged; way: Way } | undefined;
  for (const way of ways) {
    const arranged = await largestSizeThatFits(
      fontSizesWithUnbrokenWords(sizes, widthOf(way), word, slideHeight),
      async (size) => {
        const tried = await atSize(way, size);
        return tried.height <= room.height && isWell?.(tried) !== false ? tried : undefined;
      },
    );
    if (arranged && (!best || arranged.size > best.arranged.size)) best = { arranged, way };
  }
  return best;
}

/** The sizes of figures that are tried one after another, as parts of the usual one: text is cut only next to the smallest. */
const FIGURE_SHARES = [1, 0.75, 0.55, 0.4];

/**
 * The items in the way that allows the largest letters. Where text would have to be cut, figures are smaller, and only then it is cut.
 * @param hasFigures true if items have figures, whose size may be chosen
 * @param optionsFor the ways for a size of figures, as a part of the usual one
 */
export async function fitItems<Way, Arranged extends Sized>(
  hasFigures: boolean,
  optionsFor: (figureShare: number) => ItemArrangementOptions<Way, Arranged>,
  frame: GraphicFrame,
  widths: TextStackWidths,
): Promise<{ arranged: Arranged; way?: Way | undefined; figureShare: number }> {
  const shares = hasFigures ? FIGURE_SHARES : FIGURE_SHARES.slice(0, 1);
  for (const figureShare of shares) {
    const best = await fitLargestArrangement(optionsFor(figureShare), frame, widths);
    if (best) return { ...best, figureShare };
  }
  const figureShare = shares.at(-1) ?? 1;
  return { arranged: await fitArrangementByCutting(optionsFor(figureShare), frame), figureShare };
}

/** The least size at which items keep a line of their text, as a fraction of the smallest usual size; below it, they only have titles. */
const MIN_SIZE_WITH_TEXT = 0.64;

/**
 * The items with cut texts: in the largest of the small sizes, and the first way, in which each item keeps its title and a line of its
 * text. If that would be too small, a line of each item is kept; if no size allows that, the smallest size is used.
 * @throws RangeError without a way
 */
async function fitArrangementByCutting<Way, Arranged extends Sized>(
  { waysToCut, atSize, cut }: ItemArrangementOptions<Way, Arranged>,
  { room, slideHeight }: GraphicFrame,
): Promise<Arranged> {
  const sizes = cutItemTitleSizes(slideHeight);
  const [usual = 0] = sizes;
  let withLines: Arranged | undefined;
  let last: Arranged | undefined;
  for (const size of sizes) {
    if (withLines && size < MIN_SIZE_WITH_TEXT * usual) return withLines;
    for (const way of waysToCut) {
      const whole = await atSize(way, size);
      if (whole.height <= room.height) return whole;
      const { arranged, hasLines, keepsTexts } = await cut(whole, way);
      if (hasLines && keepsTexts) return arranged;
      if (hasLines) withLines ??= arranged;
      last = arranged;
    }
  }
  const found = withLines ?? last;
  if (!found) throw new RangeError('items without a way to arrange them');
  return found;
}
