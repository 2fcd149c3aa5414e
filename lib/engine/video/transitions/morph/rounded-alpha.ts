import type { LayoutBox } from '../../drawing/layout/boxes.ts';
import { halveAlphaResolution } from '../../motion/overlay.ts';
import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../../picture.ts';
import type { EvenBox } from '../changed-box.ts';

/** Radii of the corners of a box in pixels, from the left top one clockwise. */
export type CornerRadii = readonly [number, number, number, number];

/** The part of each pixel from `first` on that is between two edges, 0–1. */
const coverage = (from: number, to: number, first: number, count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => Math.max(0, Math.min(first + i + 1, to) - Math.max(first + i, from)));

/** The part of a pixel that a round corner leaves, 0–1. @param dx, dy from the middle of the pixel to the edges of the box, inwards */
function cornerCoverage(dx: number, dy: number, radius: number): number {
  if (dx >= radius || dy >= radius) return 1;
  const distance = Math.hypot(radius - dx, radius - dy);
  return Math.min(1, Math.max(0, radius + 0.5 - distance));
}

/** The alpha (0–255) of a box with round corners at any place, in all planes of `target`. */
export function roundedCornerAlpha(box: LayoutBox, radii: CornerRadii, target: EvenBox): YuvPicture {
  const alpha = allocateYuvPicture(target);
  const { x, y, width, height } = target;
  const [luma, cb, cr] = planeLayoutsOfYuvPicture(target);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const across = coverage(box.x, right, x, width);
  const down = coverage(box.y, bottom, y, height);
  const fullRow = Uint8Array.from(across, (pixelCoverage) => Math.round(255 * pixelCoverage));
  const maxRadius = Math.max(...radii);
  for (let row = 0; row < height; row++) {
    const rowCoverage = down[row] ?? 0;
    const rowStart = luma.offset + row * width;
    const centreY = y + row + 0.5;
    const [distanceFromTop, distanceFromBottom] = [centreY - box.y, bottom - centreY];
    if (rowCoverage === 1 && distanceFromTop >= maxRadius && distanceFromBottom >= maxRadius) {
      alpha.data.set(fullRow, rowStart);
      continue;
    }
    for (let column = 0; column < width; column++) {
      const centreX = x + column + 0.5;
      const [distanceFromLeft, distanceFromRight] = [centreX - box.x, right - centreX];
      const radius =
        radii[
          distanceFromTop < distanceFromBottom
            ? distanceFromLeft < distanceFromRight
              ? 0
              : 1
            : distanceFromLeft < distanceFromRight
              ? 3
              : 2
        ];
      const pixelCoverage = (across[column] ?? 0) * rowCoverage;
      alpha.data[rowStart + column] = Math.round(
        255 *
          pixelCoverage *
          cornerCoverage(
            Math.min(distanceFromLeft, distanceFromRight),
            Math.min(distanceFromTop, distanceFromBottom),
            radius ?? 0,
          ),
      );
    }
  }
  const chromaAlphas = halveAlphaResolution(alpha.data.subarray(0, width * height), cb);
  alpha.data.set(chromaAlphas, cb.offset);
  alpha.data.set(chromaAlphas, cr.offset);
  return alpha;
}
