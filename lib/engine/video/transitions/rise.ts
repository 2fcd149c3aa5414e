import { createYuvPicture, planesOfYuvPicture, type YuvPicture } from '../picture.ts';
import { boxOfChangedSamples, cropYuvPicture, type EvenBox, yuvPictureWithReplacedPart } from './changed-box.ts';
import { crossFadePictures } from './cross-fade.ts';
import { easeOutCubic, easeWithOvershoot, smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';
import type { RiseTransition } from './transition-types.ts';

/** The way of a part from below, as a part of the height of the picture; the part of the time after which it is fully visible. */
const WAYS = {
  rise: { way: 0.026, visible: 0.75, eased: easeOutCubic },
  spring: { way: 0.05, visible: 0.5, eased: easeWithOvershoot },
} as const satisfies Record<RiseTransition, { way: number; visible: number; eased(t: number): number }>;

/**
 * A rise at a phase (0–1): how far the part is below its place, in rows (less than 0: above it), and the share of the new picture (0–1).
 * @param height of the picture
 */
export function risePositionAt(
  phase: number,
  height: number,
  type: RiseTransition = 'rise',
): { down: number; share: number } {
  const { way, visible, eased } = WAYS[type];
  return { down: Math.round(Math.round(way * height) * (1 - eased(phase))) || 0, share: smoothstep(phase / visible) };
}

/** The new part, lower by `down` pixels (less than 0: higher); where it is not is the old one. Chroma moves by half pixels, as a mean of two rows. */
function lowered(from: YuvPicture, to: YuvPicture, down: number): YuvPicture {
  const picture = createYuvPicture(from);
  for (const { offset, width, height, every } of planesOfYuvPicture(from)) {
    const rows = Math.floor(down / every);
    const isBetween = down % every !== 0;
    for (let y = 0; y < height; y++) {
      const row = offset + y * width;
      const source = row - rows * width;
      if (y < rows + (isBetween ? 1 : 0) || y - rows >= height) {
        picture.data.set(from.data.subarray(row, row + width), row);
        continue;
      }
      picture.data.set(to.data.subarray(source, source + width), row);
      if (!isBetween) continue;
      for (let x = 0; x < width; x++)
        picture.data[row + x] = ((to.data[source + x] ?? 0) + (to.data[source - width + x] ?? 0) + 1) >> 1;
    }
  }
  return picture;
}

/** The box with room for the way below it, and above it where a part goes beyond its place. */
function withRoom(box: EvenBox, distance: number, { height }: YuvPicture): EvenBox {
  const more = 2 * Math.ceil(distance / 2);
  const y = Math.max(0, box.y - more);
  return { ...box, y, height: Math.min(box.y + box.height + more, height) - y };
}

const rises =
  (type: RiseTransition): TransitionEffect =>
  (from, to) => {
    const changed = boxOfChangedSamples(from, to);
    if (!changed) return () => yuvPictureWithReplacedPart(from, from, { x: 0, y: 0, width: 0, height: 0 });
    const box = withRoom(changed, Math.round(WAYS[type].way * from.height), from);
    const [before, after] = [cropYuvPicture(from, box), cropYuvPicture(to, box)];
    return (phase) => {
      const { down, share } = risePositionAt(phase, from.height, type);
      return yuvPictureWithReplacedPart(
        from,
        crossFadePictures(before, lowered(before, after, down), Math.round(256 * share)),
        box,
      );
    };
  };

/** The part that differs appears a little lower, and rises to its place; everything else stays. */
export const riseTransition = rises('rise');

/**
 * The part that differs appears farther below than in `riseTransition`, rises a little beyond its place, and comes to rest there;
 * everything else stays.
 */
export const springTransition = rises('spring');
