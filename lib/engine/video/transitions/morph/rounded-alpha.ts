import type { LayoutBox } from '../../drawing/layout/boxes.ts';
import { halveAlphas } from '../../motion/overlay.ts';
import { createYuvPicture, planesOfYuvPicture, type YuvPicture } from '../../picture.ts';
import type { EvenBox } from '../changed-box.ts';

/** Radii of the corners of a box in pixels, from the left top one clockwise. */
export type CornerRadii = readonly [number, number, number, number];

/** The part of each pixel from `first` on that is between two edges, 0–1. */
const covered = (from: number, to: number, first: number, count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => Math.max(0, Math.min(first + i + 1, to) - Math.max(first + i, from)));

/** The part of a pixel that a round corner leaves, 0–1. @param dx, dy from the middle of the pixel to the edges of the box, inwards */
function inCorner(dx: number, dy: number, radius: number): number {
  if (dx >= radius || dy >= radius) return 1;
  const distance = Math.hypot(radius - dx, radius - dy);
  return Math.min(1, Math.max(0, radius + 0.5 - distance));
}

/** The alpha (0–255) of a box with round corners at any place, in all planes of `target`. */
export function roundedCornerAlpha(box: LayoutBox, radii: CornerRadii, target: EvenBox): YuvPicture {
  const alpha = createYuvPicture(target);
  const { x, y, width, height } = target;
  const [luma, cb, cr] = planesOfYuvPicture(target);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const across = covered(box.x, right, x, width);
  const down = covered(box.y, bottom, y, height);
  const whole = Uint8Array.from(across, (part) => Math.round(255 * part));
  const largest = Math.max(...radii);
  for (let row = 0; row < height; row++) {
    const share = down[row] ?? 0;
    const at = luma.offset + row * width;
    const middle = y + row + 0.5;
    const [above, below] = [middle - box.y, bottom - middle];
    if (share === 1 && above >= largest && below >= largest) {
      alpha.data.set(whole, at);
      continue;
    }
    for (let column = 0; column < width; column++) {
      const place = x + column + 0.5;
      const [before, after] = [place - box.x, right - place];
      const radius = radii[above < below ? (before < after ? 0 : 1) : before < after ? 3 : 2];
      const part = (across[column] ?? 0) * share;
      alpha.data[at + column] = Math.round(
        255 * part * inCorner(Math.min(before, after), Math.min(above, below), radius ?? 0),
      );
    }
  }
  const ofChroma = halveAlphas(alpha.data.subarray(0, width * height), cb);
  alpha.data.set(ofChroma, cb.offset);
  alpha.data.set(ofChroma, cr.offset);
  return alpha;
}
