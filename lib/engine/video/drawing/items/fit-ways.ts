import type { GraphicRoom } from '../layout/graphic-content.ts';
import { findResultAtLargestSize } from '../text/find-result-at-largest-size.ts';
import type { TextStackWidths } from './fit-stacks.ts';
import { areItemWordsWhole, fontSizesWithUnbrokenWords, itemTitleSizes, sizesOfCutItemTitles } from './title-sizes.ts';

/** Items in their places, with titles of a size; pixels. */
interface SizedArrangement {
  height: number;
  size: number;
}

/** Items whose texts are cut. */
export interface ItemsWithCutTexts<Arranged extends SizedArrangement> {
  arranged: Arranged;
  /** True if each item has at least a line of text. */
  hasLines: boolean;
  /** True if each item that has a text below its title has at least a line of it. */
  keepsTexts: boolean;
}

/** The ways in which items may be arranged, such as numbers of columns. */
export interface ItemArrangementOptions<Way, Arranged extends SizedArrangement> {
  /** The ways that are attempted, the preferred one first. */
  ways: readonly Way[];
  /** The ways that are attempted if text has to be cut, the preferred one first. */
  waysToCut: readonly Way[];
  /** Further ways, in which no text is cut: they are attempted in small sizes before text is cut in `waysToCut`. Absent: none. */
  waysBeforeCutting?: readonly Way[] | undefined;
  /** True: the items have few words, and titles may be larger than usual. */
  isBrief?: boolean | undefined;
  /** Returns the width that the longest word may have, in pixels. */
  widthOf(way: Way): number;
  /** Arranges the items with titles of a size, as high as their content. */
  atSize(way: Way, size: number): Promise<Arranged>;
  /** Reports whether an arrangement that fits is well set in its size, such as without many short lines; absent: it always is. */
  isWell?(arranged: Arranged): boolean;
  /** Cuts the texts of an arrangement that is too high for its room. */
  cut(arranged: Arranged, way: Way): Promise<ItemsWithCutTexts<Arranged>>;
}

/** The way that allows the largest letters; among equal ones, the first. Undefined if text has to be cut in every way. */
async function fitLargestArrangement<Way, Arranged extends SizedArrangement>(
  { ways, isBrief, isWell, widthOf, atSize }: ItemArrangementOptions<Way, Arranged>,
  { room, unit, slideHeight }: GraphicRoom,
  { word }: TextStackWidths,
): Promise<{ arranged: Arranged; way: Way } | undefined> {
  const sizes = itemTitleSizes(unit, slideHeight, isBrief);
  let best: { arranged: Arranged; way: Way } | undefined;
  for (const way of ways) {
    const arranged = await findResultAtLargestSize(
      fontSizesWithUnbrokenWords(sizes, widthOf(way), word, slideHeight),
      async (size) => {
        const attempt = await atSize(way, size);
        return attempt.height <= room.height && isWell?.(attempt) !== false ? attempt : undefined;
      },
    );
    if (arranged && (!best || arranged.size > best.arranged.size)) best = { arranged, way };
  }
  return best;
}

/** The sizes of figures that are attempted one after another, as parts of the usual one: text is cut only next to the smallest. */
const FIGURE_SHARES = [1, 0.75, 0.55, 0.4];

/**
 * The items in the way that allows the largest letters. If text would have to be cut, figures are made smaller first.
 * @param hasFigures true if items have figures, whose size may be chosen
 * @param optionsFor the ways for a size of figures, as a part of the usual one
 * @returns `way` is undefined if text was cut
 */
export async function arrangeItemsInLargestText<Way, Arranged extends SizedArrangement>(
  hasFigures: boolean,
  optionsFor: (figureShare: number) => ItemArrangementOptions<Way, Arranged>,
  graphicRoom: GraphicRoom,
  widths: TextStackWidths,
): Promise<{ arranged: Arranged; way?: Way | undefined; figureShare: number }> {
  const shares = hasFigures ? FIGURE_SHARES : FIGURE_SHARES.slice(0, 1);
  for (const figureShare of shares) {
    const best = await fitLargestArrangement(optionsFor(figureShare), graphicRoom, widths);
    if (best) return { ...best, figureShare };
  }
  const figureShare = shares.at(-1) ?? 1;
  return { arranged: await fitArrangementByCutting(optionsFor(figureShare), graphicRoom, widths), figureShare };
}

/**
 * The smallest sizes, as fractions of the first, that are attempted to keep words whole, and to keep a line of each text: below them, words
 * are broken, or texts are left out instead.
 */
const MIN_SIZES = { ofWholeWords: 0.64, ofTexts: 0.5 };

/**
 * The items in the largest of the small sizes in which no text is cut, or else each item keeps its title and a line of its text; of several
 * ways, in the first one. No word is broken, unless the size would be too small for that. If the size for a line of each text would be too
 * small, the first arrangement in which each item keeps a line; if no size allows that, the last one.
 * @throws RangeError if `waysToCut` is empty
 */
async function fitArrangementByCutting<Way, Arranged extends SizedArrangement>(
  { waysToCut, waysBeforeCutting = [], widthOf, atSize, cut }: ItemArrangementOptions<Way, Arranged>,
  { room, slideHeight }: GraphicRoom,
  { word }: TextStackWidths,
): Promise<Arranged> {
  const sizes = sizesOfCutItemTitles(slideHeight);
  const [largestSize = 0] = sizes;
  let firstWithTexts: Arranged | undefined;
  let firstWithLines: Arranged | undefined;
  let lastArranged: Arranged | undefined;
  for (const size of sizes) {
    if (firstWithTexts && size < MIN_SIZES.ofWholeWords * largestSize) return firstWithTexts;
    if (firstWithLines && size < MIN_SIZES.ofTexts * largestSize) return firstWithLines;
    const tooHigh: { way: Way; uncut: Arranged; areWordsWhole: boolean }[] = [];
    for (const way of [...waysToCut, ...waysBeforeCutting]) {
      const uncut = await atSize(way, size);
      const areWordsWhole = areItemWordsWhole(size, widthOf(way), word, slideHeight);
      if (uncut.height <= room.height) {
        if (areWordsWhole) return uncut;
        firstWithTexts ??= uncut;
      } else if (waysToCut.includes(way)) tooHigh.push({ way, uncut, areWordsWhole });
    }
    for (const { way, uncut, areWordsWhole } of tooHigh) {
      const { arranged, hasLines, keepsTexts } = await cut(uncut, way);
      if (hasLines && keepsTexts) {
        if (areWordsWhole) return arranged;
        firstWithTexts ??= arranged;
      }
      if (hasLines) firstWithLines ??= arranged;
      lastArranged = arranged;
    }
  }
  const chosen = firstWithTexts ?? firstWithLines ?? lastArranged;
  if (!chosen) throw new RangeError('items without a way to arrange them');
  return chosen;
}
