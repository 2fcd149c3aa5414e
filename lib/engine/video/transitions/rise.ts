import { blankPicture, planesOf, type YuvPicture } from '../picture.ts';
import { changedBox, cropped, type EvenBox, withPart } from './changed-box.ts';
import { crossFade } from './cross-fade.ts';
import { settling, smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** The way that a part rises, as a part of the height of the picture. */
const WAY = 0.026;
/** The part of the time after which it is fully visible. */
const VISIBLE_AFTER = 0.75;

/** A rise at a phase (0–1): how far the part is below its place, in rows, and the share of the new picture (0–1). @param height of the picture */
export const riseAt = (phase: number, height: number): { down: number; share: number } => ({
  down: Math.round(Math.round(WAY * height) * (1 - settling(phase))),
  share: smoothstep(phase / VISIBLE_AFTER),
});

/** The new part, lower by `down` pixels; above it is the old one. Chroma moves by half pixels, as a mean of two rows. */
function lowered(from: YuvPicture, to: YuvPicture, down: number): YuvPicture {
  const picture = blankPicture(from);
  for (const { offset, width, height, every } of planesOf(from)) {
    const rows = Math.floor(down / every);
    const isBetween = down % every !== 0;
    for (let y = 0; y < height; y++) {
      const row = offset + y * width;
      const source = row - rows * width;
      if (y < rows + (isBetween ? 1 : 0)) {
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

/** The box, extended downwards by the length of the movement. */
function withRoom(box: EvenBox, way: number, { height }: YuvPicture): EvenBox {
  const more = box.height + 2 * Math.ceil(way / 2);
  return { ...box, height: Math.min(more, height - box.y) };
}

/** The part that differs appears a little lower and rises to its place; everything else stays in place. */
export const rise: TransitionEffect = (from, to) => {
  const changed = changedBox(from, to);
  if (!changed) return () => withPart(from, from, { x: 0, y: 0, width: 0, height: 0 });
  const way = Math.round(WAY * from.height);
  const box = withRoom(changed, way, from);
  const [before, after] = [cropped(from, box), cropped(to, box)];
  return (phase) => {
    const { down, share } = riseAt(phase, from.height);
    return withPart(from, crossFade(before, lowered(before, after, down), Math.round(256 * share)), box);
  };
};
