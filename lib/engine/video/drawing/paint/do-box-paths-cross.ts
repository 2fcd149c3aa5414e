import { interpolateBoxes, type LayoutBox } from '../layout/boxes.ts';
import type { MorphPair } from './morph-layers.ts';

/** Moments of the way at which boxes are compared. */
const MOMENTS = 16;
/** The part of the smaller box that another one may cover: letters have space around them. */
const MAY_TOUCH = 0.04;

/** The area in which two boxes overlap, as a fraction of the smaller box. */
function overlap(one: LayoutBox, other: LayoutBox): number {
  const common = (a: number, aLength: number, b: number, bLength: number): number =>
    Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
  const area = common(one.x, one.width, other.x, other.width) * common(one.y, one.height, other.y, other.height);
  return area / Math.max(1, Math.min(one.width * one.height, other.width * other.height));
}

/** Reports whether two boxes that move at the same time, each from one place to another, overlap on their way. */
export const doBoxPathsCross = (one: MorphPair<LayoutBox>, other: MorphPair<LayoutBox>): boolean =>
  Array.from({ length: MOMENTS + 1 }, (_, i) => i / MOMENTS).some(
    (progress) =>
      overlap(interpolateBoxes(one.from, one.to, progress), interpolateBoxes(other.from, other.to, progress)) >
      MAY_TOUCH,
  );
