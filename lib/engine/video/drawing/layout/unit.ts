import type { Size } from '../../format.ts';

/**
 * The unit of a slide, in pixels: the length of which sizes of type, and of the space around it, are fractions. Templates have one scale
 * of type; the unit makes it that of a format.
 */
export const unitOf = ({ width, height }: Size): number => Math.min(width, height);
