import { interpolateBoxes, type LayoutBox } from '../layout/boxes.ts';
import type { MorphPair } from './morph-layers.ts';

/** The number of steps of the way after which boxes are compared. */
const STEPS = 16;
/** The fraction of the smaller box that may be covered without a report, because letters have space around them. */
const MAX_OVERLAP = 0.04;

/** The area in which two boxes overlap, as a fraction of the smaller box. */
function overlapShare(first: LayoutBox, second: LayoutBox): number {
  const commonLength = (a: number, aLength: number, b: number, bLength: number): number =>
    Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
  const area =
    commonLength(first.x, first.width, second.x, second.width) *
    commonLength(first.y, first.height, second.y, second.height);
  return area / Math.max(1, Math.min(first.width * first.height, second.width * second.height));
}

/** Reports whether two boxes that move at the same time, each from one place to another, overlap on their way by more than a small part. */
export const doBoxPathsCross = (firstPath: MorphPair<LayoutBox>, secondPath: MorphPair<LayoutBox>): boolean =>
  Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS).some(
    (progress) =>
      overlapShare(
        interpolateBoxes(firstPath.from, firstPath.to, progress),
        interpolateBoxes(secondPath.from, secondPath.to, progress),
      ) > MAX_OVERLAP,
  );
