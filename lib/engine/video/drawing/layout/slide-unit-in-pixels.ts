import type { PictureDimensions } from '../../format.ts';

/** Width : height up to which a slide has each of the scales of type, as multiples of the short side; wider ones have 1. */
const SCALES = [
  { upTo: 0.66, scale: 1.42 },
  { upTo: 0.9, scale: 1.36 },
  { upTo: 1.1, scale: 1.3 },
] as const;

/**
 * The unit of a slide, in pixels: type sizes and spaces are fractions of it. Templates have one scale of sizes, and the unit adapts it to a
 * format: on a slide that is not wide, lines have fewer words, and phones show it small.
 */
export function slideUnitInPixels({ width, height }: PictureDimensions): number {
  const scale = SCALES.find(({ upTo }) => width / height <= upTo)?.scale ?? 1;
  return Math.min(width, height) * scale;
}

/** The part of the height of a slide below which text cannot be read on a phone. */
export const MIN_FONT_SIZE_SHARE_OF_HEIGHT = 0.026;
/** Sizes are rounded to quarters of a pixel, so that text of the least size is a little larger. */
const ROUNDED = 1.008;

/** A fraction of the short side, in every format. */
const MIN_SIZE_OF_SHORT_SIDE = 0.0195;

/** The smallest size of type of tables and charts, in which text without room is cut, in pixels. */
export const smallestGraphicFontSize = ({ width, height }: PictureDimensions): number =>
  MIN_SIZE_OF_SHORT_SIDE * Math.min(width, height);

/** The smallest type size of a slide whose text has room, in pixels; the number and the footer have this size. */
export const smallestSlideFontSize = ({ height }: PictureDimensions): number =>
  MIN_FONT_SIZE_SHARE_OF_HEIGHT * ROUNDED * height;
