import { LEAST_TYPE } from '../layout/unit.ts';

/** Sizes of titles: the largest as a fraction of the unit, and the factor between neighbours. */
const TITLES = { largest: 0.062, step: 0.93 };

/** Sizes below the smallest one, as parts of it, for texts that would have no line in it. */
const BELOW_SMALLEST = [0.8, 0.64, 0.5, 0.4, 0.32];

/** The smallest size of titles, in pixels, as long as they have room. @param slideHeight in pixels */
const smallestTitle = (slideHeight: number): number => Math.ceil(LEAST_TYPE * slideHeight);

/** Sizes of titles for texts that have to be cut, in pixels: the smallest one, then those in which each text has a line at last. */
export const cutSizes = (slideHeight: number): number[] =>
  [1, ...BELOW_SMALLEST].map((part) => part * smallestTitle(slideHeight));

/** The factor of gaps and paddings for titles of a size: 1, and less below the smallest size. */
export const spaceFactor = (size: number, slideHeight: number): number =>
  Math.min(1, size / smallestTitle(slideHeight));

/** Sizes of titles that are tried, from the largest, in pixels. */
export function titleSizes(unit: number, slideHeight: number): number[] {
  const smallest = smallestTitle(slideHeight);
  const sizes: number[] = [];
  for (let size = TITLES.largest * unit; size > smallest; size *= TITLES.step) sizes.push(Math.round(size * 4) / 4);
  return [...sizes, smallest];
}

/** The sizes in which no word is broken in this width of pixels; the smallest is always among them. @param word the width of the widest word, in sizes of titles */
export function sizesForWords(sizes: readonly number[], width: number, word: number): number[] {
  const most = width / Math.max(0.01, word);
  const usable = sizes.filter((size) => size <= most);
  return usable.length > 0 ? usable : sizes.slice(-1);
}
