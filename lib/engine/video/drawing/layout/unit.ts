import type { Size } from '../../format.ts';

/** Width : height up to which a slide has each of the scales of type, as multiples of the short side; wider ones have 1. */
const SCALES = [
  { upTo: 0.66, scale: 1.42 },
  { upTo: 0.9, scale: 1.36 },
  { upTo: 1.1, scale: 1.3 },
] as const;

/**
 * The unit of a slide, in pixels: the length of which sizes of type, and of the space around it, are fractions. Templates have one scale
 * of type; the unit makes it that of a format: on a slide that is not wide, lines have fewer words, and phones show it small.
 */
export function unitOf({ width, height }: Size): number {
  const scale = SCALES.find(({ upTo }) => width / height <= upTo)?.scale ?? 1;
  return Math.min(width, height) * scale;
}

/** The part of the height of a slide below which text cannot be read on a phone. */
export const LEAST_TYPE = 0.026;
/** Sizes are rounded to quarters of a pixel: text that is meant to be of the least size is a little larger. */
const ROUNDED = 1.008;

/** A fraction of the short side, in every format. */
const SMALLEST_OF_SHORT = 0.0195;

/** The smallest size of type of tables and charts, in which text without room is cut, in pixels. */
export const smallestSize = ({ width, height }: Size): number => SMALLEST_OF_SHORT * Math.min(width, height);

/** The smallest size of type, in pixels, in which text of a slide is set as long as there is room: the number and the footer are in it. */
export const leastSize = ({ height }: Size): number => LEAST_TYPE * ROUNDED * height;
