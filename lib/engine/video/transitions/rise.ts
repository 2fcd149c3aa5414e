import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';
import { cropYuvPicture, type EvenBox, findBoxOfChangedSamples, yuvPictureWithReplacedPart } from './changed-box.ts';
import { crossFadePictures } from './cross-fade.ts';
import { easeOutCubic, easeWithOvershoot, smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';
import type { RiseTransition } from './transition-types.ts';

/** The distance by which a part rises, as a share of the height of the picture; the phase at which it is fully visible; and its easing. */
const RISES = {
  rise: { distance: 0.026, visiblePhase: 0.75, ease: easeOutCubic },
  spring: { distance: 0.05, visiblePhase: 0.5, ease: easeWithOvershoot },
} as const satisfies Record<RiseTransition, { distance: number; visiblePhase: number; ease(t: number): number }>;

/**
 * A rise at a phase (0–1): how far the part is below its place, in rows (less than 0: above it), and the share of the new picture (0–1).
 * @param height of the picture
 */
export function risePositionAt(
  phase: number,
  height: number,
  type: RiseTransition = 'rise',
): { down: number; share: number } {
  const { distance, visiblePhase, ease } = RISES[type];
  return {
    down: Math.round(Math.round(distance * height) * (1 - ease(phase))) || 0,
    share: smoothstep(phase / visiblePhase),
  };
}

/** The new part, lower by `down` pixels (less than 0: higher), over the old one. Chroma moves by half pixels, as a mean of two rows. */
function loweredPicture(from: YuvPicture, to: YuvPicture, down: number): YuvPicture {
  const picture = allocateYuvPicture(from);
  for (const { offset, width, height, every } of planeLayoutsOfYuvPicture(from)) {
    const rows = Math.floor(down / every);
    const isBetween = down % every !== 0;
    for (let y = 0; y < height; y++) {
      const rowStart = offset + y * width;
      const sourceRow = rowStart - rows * width;
      if (y < rows + (isBetween ? 1 : 0) || y - rows >= height) {
        picture.data.set(from.data.subarray(rowStart, rowStart + width), rowStart);
        continue;
      }
      picture.data.set(to.data.subarray(sourceRow, sourceRow + width), rowStart);
      if (!isBetween) continue;
      for (let x = 0; x < width; x++)
        picture.data[rowStart + x] = ((to.data[sourceRow + x] ?? 0) + (to.data[sourceRow - width + x] ?? 0) + 1) >> 1;
    }
  }
  return picture;
}

/** The box with room for the way below it, and above it where a part goes beyond its place. */
function boxWithRoomToMove(box: EvenBox, distance: number, { height }: YuvPicture): EvenBox {
  const margin = 2 * Math.ceil(distance / 2);
  const y = Math.max(0, box.y - margin);
  return { ...box, y, height: Math.min(box.y + box.height + margin, height) - y };
}

const createRiseTransition =
  (type: RiseTransition): TransitionEffect =>
  (from, to) => {
    const changed = findBoxOfChangedSamples(from, to);
    if (!changed) return () => yuvPictureWithReplacedPart(from, from, { x: 0, y: 0, width: 0, height: 0 });
    const box = boxWithRoomToMove(changed, Math.round(RISES[type].distance * from.height), from);
    const [before, after] = [cropYuvPicture(from, box), cropYuvPicture(to, box)];
    return (phase) => {
      const { down, share } = risePositionAt(phase, from.height, type);
      return yuvPictureWithReplacedPart(
        from,
        crossFadePictures(before, loweredPicture(before, after, down), Math.round(256 * share)),
        box,
      );
    };
  };

/** The part that differs appears a little lower, and rises to its place; everything else stays. */
export const riseTransition = createRiseTransition('rise');

/**
 * The part that differs appears farther below than in `riseTransition`, rises a little beyond its place, and comes to rest there;
 * everything else stays.
 */
export const springTransition = createRiseTransition('spring');
