import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '../layout/slide-unit-in-pixels.ts';

/** Sizes of titles: the largest, and the largest of items with few words, as fractions of the unit; the factor from one size to the next. */
const TITLES = { largest: 0.062, ofFewWords: 0.084, step: 0.93 };

/** Sizes below the smallest one, as fractions of it, for texts of which not even one line fits in the smallest size. */
const SIZES_BELOW_SMALLEST = [0.8, 0.64, 0.5, 0.4, 0.32];

/** The smallest size of titles whose texts are not cut, in pixels. @param slideHeight in pixels */
const smallestTitleSize = (slideHeight: number): number => Math.ceil(MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight);

/** Sizes of titles for texts that have to be cut, in pixels: the smallest one, then smaller ones at which a line of each text fits. */
export const sizesOfCutItemTitles = (slideHeight: number): number[] =>
  [1, ...SIZES_BELOW_SMALLEST].map((part) => part * smallestTitleSize(slideHeight));

/** Size of the text below a title as a multiple of the title's size, if that is not below the smallest size of text. */
const TEXT_SCALE = 0.8;
/** The smallest size of a title as a multiple of the size of the text below it. */
const MIN_TITLE_TO_TEXT = 1.16;

/** The size of the text below a title, in pixels: not below the smallest size unless the title is. @param titleSize in pixels */
export const textSizeBelowItemTitle = (titleSize: number, slideHeight: number): number =>
  Math.max(titleSize * TEXT_SCALE, Math.min(titleSize, MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight));

/** The size in which a title is drawn, in pixels: `titleSize`, or more if the text below it would be nearly as large. */
export const drawnItemTitleSize = (titleSize: number, slideHeight: number): number =>
  Math.max(titleSize, MIN_TITLE_TO_TEXT * textSizeBelowItemTitle(titleSize, slideHeight));

/** The factor of gaps and paddings next to titles of a size: 1, or less below the smallest size. @param size in pixels */
export const itemSpaceFactor = (size: number, slideHeight: number): number =>
  Math.min(1, size / smallestTitleSize(slideHeight));

/** Sizes of titles that are attempted, from the largest, in pixels. @param isBrief true: the items have few words */
export function itemTitleSizes(unit: number, slideHeight: number, isBrief = false): number[] {
  const smallest = smallestTitleSize(slideHeight);
  const sizes: number[] = [];
  const largest = isBrief ? TITLES.ofFewWords : TITLES.largest;
  for (let size = largest * unit; size > smallest; size *= TITLES.step) sizes.push(Math.round(size * 4) / 4);
  return [...sizes, smallest];
}

/** Reports whether a size is one that only titles of items with few words have. @param size in pixels */
export const isLargerThanUsualItemTitle = (size: number, unit: number): boolean => size > TITLES.largest * unit;

/**
 * Reports whether no word is wider than a width with titles of a size, in pixels.
 * @param width pixels
 * @param wordWidth the width of the widest word, as a multiple of the title's size
 */
export const areItemWordsWhole = (size: number, width: number, wordWidth: number, slideHeight: number): boolean =>
  drawnItemTitleSize(size, slideHeight) <= width / Math.max(0.01, wordWidth);

/**
 * The sizes of titles in which no word is wider than a width; if there are none, the last of `sizes`.
 * @param width pixels
 * @param wordWidth the width of the widest word, as a multiple of the title's size
 */
export function fontSizesWithUnbrokenWords(
  sizes: readonly number[],
  width: number,
  wordWidth: number,
  slideHeight: number,
): number[] {
  const usableSizes = sizes.filter((size) => areItemWordsWhole(size, width, wordWidth, slideHeight));
  return usableSizes.length > 0 ? usableSizes : sizes.slice(-1);
}
