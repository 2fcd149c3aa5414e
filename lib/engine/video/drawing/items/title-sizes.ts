import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '../layout/slide-unit-in-pixels.ts';

/** Sizes of titles: the largest as a fraction of the unit, that of items with few words, and the factor between neighbours. */
const TITLES = { largest: 0.062, ofFewWords: 0.084, step: 0.93 };

/** Sizes below the smallest one, as fractions of it, for texts of which no line fits at that size. */
const BELOW_SMALLEST = [0.8, 0.64, 0.5, 0.4, 0.32];

/** The smallest size of titles that have room, in pixels. @param slideHeight in pixels */
const smallestTitle = (slideHeight: number): number => Math.ceil(MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight);

/** Sizes of titles for texts that have to be cut, in pixels: the smallest one, then smaller ones at which a line of each text fits. */
export const cutItemTitleSizes = (slideHeight: number): number[] =>
  [1, ...BELOW_SMALLEST].map((part) => part * smallestTitle(slideHeight));

/** Size of the text below a title as a multiple of the title's size, where that is large enough. */
const TEXT_SCALE = 0.8;
/** The least size of a title as a multiple of that of the text below it. */
const TITLE_OVER_TEXT = 1.16;

/** The size of the text below a title of this size, in pixels: not below the smallest size unless the title is. */
export const itemTextSize = (title: number, slideHeight: number): number =>
  Math.max(title * TEXT_SCALE, Math.min(title, MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight));

/** The size at which a title of this size is drawn, in pixels: always larger than its text, whose size has a lower bound. */
export const drawnItemTitleSize = (title: number, slideHeight: number): number =>
  Math.max(title, TITLE_OVER_TEXT * itemTextSize(title, slideHeight));

/** The factor of gaps and paddings for titles of a size: 1, and less below the smallest size. */
export const itemSpaceFactor = (size: number, slideHeight: number): number =>
  Math.min(1, size / smallestTitle(slideHeight));

/** Sizes of titles that are tried, from the largest, in pixels. @param isBrief true: the items have few words */
export function itemTitleSizes(unit: number, slideHeight: number, isBrief = false): number[] {
  const smallest = smallestTitle(slideHeight);
  const sizes: number[] = [];
  const largest = isBrief ? TITLES.ofFewWords : TITLES.largest;
  for (let size = largest * unit; size > smallest; size *= TITLES.step) sizes.push(Math.round(size * 4) / 4);
  return [...sizes, smallest];
}

/** Reports whether a size is one that only titles of items with few words have. @param size in pixels */
export const isLargerThanUsualItemTitle = (size: number, unit: number): boolean => size > TITLES.largest * unit;

/**
 * The sizes at which no word is wider than a width; at least the smallest size.
 * @param width pixels
 * @param word the width of the widest word, as a multiple of the title's size
 */
export function fontSizesWithUnbrokenWords(
  sizes: readonly number[],
  width: number,
  word: number,
  slideHeight: number,
): number[] {
  const most = width / Math.max(0.01, word);
  const usable = sizes.filter((size) => drawnItemTitleSize(size, slideHeight) <= most);
  return usable.length > 0 ? usable : sizes.slice(-1);
}
