import type { PictureDimensions } from '../../format.ts';

/** The unit as a multiple of the short side, by the largest ratio of width to height (`upTo`) that has it; wider slides have 1. */
const UNIT_SCALES = [
  { upTo: 0.66, scale: 1.42 },
  { upTo: 0.9, scale: 1.36 },
  { upTo: 1.1, scale: 1.3 },
] as const;

/**
 * The unit of a slide, in pixels: type sizes and spaces are fractions of it. Templates have one scale of sizes, and the unit adapts it to a
 * format: on a slide that is not wide, lines have fewer words, and phones show it small.
 */
export function slideUnitInPixels({ width, height }: PictureDimensions): number {
  const scale = UNIT_SCALES.find(({ upTo }) => width / height <= upTo)?.scale ?? 1;
  return Math.min(width, height) * scale;
}

/** The smallest size of type, as a part of the height of a slide, that can be read on a phone. */
export const MIN_FONT_SIZE_SHARE_OF_HEIGHT = 0.026;
/** The factor by which the smallest size is larger than that minimum, because sizes are rounded to quarters of a pixel. */
const ROUNDING_MARGIN = 1.008;

/** The smallest size of type of tables and charts, a fraction of the short side in every format. */
const MIN_GRAPHIC_FONT_SIZE = 0.0195;

/** The smallest size of type of tables and charts, in pixels: text that does not fit in it is cut. */
export const smallestGraphicFontSize = ({ width, height }: PictureDimensions): number =>
  MIN_GRAPHIC_FONT_SIZE * Math.min(width, height);

/** The smallest type size of text that is not cut, in pixels; the number of the slide and the footer have this size. */
export const smallestSlideFontSize = ({ height }: PictureDimensions): number =>
  MIN_FONT_SIZE_SHARE_OF_HEIGHT * ROUNDING_MARGIN * height;
