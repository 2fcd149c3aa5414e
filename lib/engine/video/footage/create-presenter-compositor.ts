import type { LayoutBox } from '../drawing/layout/boxes.ts';
import { singleColorPicture } from '../drawing/paint/raster.ts';
import { rgbToYuv420 } from '../motion/rgb-to-yuv420.ts';
import { planesOfYuvPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { type PresenterLook, presenterCornerRadius, presenterRingWidth } from './presenter-look.ts';

/** Shares of a frame are counted in this number of parts. */
const WHOLE = 256;

/** The parts of the ring and of the frame in each sample of a plane, 0 to WHOLE. */
interface Mask {
  frame: Uint16Array;
  ring: Uint16Array;
}

/** The part of a pixel, 0–1, within a box with round corners. @param inset by which the box is smaller on each side */
function within({ width, height }: LayoutBox, radius: number, x: number, y: number, inset: number): number {
  const r = Math.max(0, radius - inset);
  const across = Math.abs(x - width / 2) - (width / 2 - inset - r);
  const down = Math.abs(y - height / 2) - (height / 2 - inset - r);
  const outside = Math.hypot(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0) - r;
  return Math.min(1, Math.max(0, 0.5 - outside));
}

/** The mask of a plane; a sample of chroma has the mean of its four pixels. */
function maskOf(box: LayoutBox, radius: number, ring: number, { every }: Pick<YuvPlane, 'every'>): Mask {
  const [width, height] = [box.width / every, box.height / every];
  const mask = { frame: new Uint16Array(width * height), ring: new Uint16Array(width * height) };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let [inner, outer] = [0, 0];
      for (let i = 0; i < every * every; i++) {
        const [px, py] = [x * every + (i % every) + 0.5, y * every + Math.floor(i / every) + 0.5];
        inner += within(box, radius, px, py, ring);
        outer += within(box, radius, px, py, 0);
      }
      mask.frame[at] = Math.round((inner * WHOLE) / every ** 2);
      mask.ring[at] = Math.round((outer * WHOLE) / every ** 2) - (mask.frame[at] ?? 0);
    }
  }
  return mask;
}

/**
 * Makes a function that lays a frame of a presenter, of the size of the box, into a picture: in the outline of the look, with soft edges and
 * a thin ring. It changes the picture.
 * @param box even numbers, within the pictures
 * @param color of the ring, `#rrggbb`
 * @throws RangeError for a box of odd numbers
 */
export function createPresenterCompositor(
  look: Pick<PresenterLook, 'shape'>,
  box: LayoutBox,
  color: string,
): (picture: YuvPicture, frame: YuvPicture) => void {
  if (![box.x, box.y, box.width, box.height].every((side) => side % 2 === 0))
    throw new RangeError('a presenter is shown only in a box of even pixels');
  const radius = presenterCornerRadius(look, box);
  const ring = presenterRingWidth(box);
  const masks = planesOfYuvPicture(box).map((plane) => maskOf(box, radius, ring, plane));
  const solid = { width: 2, height: 2 };
  const ringColor = rgbToYuv420(singleColorPicture(solid, color)).data;
  const colors = planesOfYuvPicture(solid).map(({ offset }) => ringColor[offset] ?? 0);
  return (picture, frame) => {
    const from = planesOfYuvPicture(frame);
    for (const [i, to] of planesOfYuvPicture(picture).entries()) {
      const [plane, mask, tint = 0] = [from[i] ?? from[0], masks[i], colors[i]];
      if (mask) layPlane(picture.data, frame.data, { to, plane, box, mask, tint });
    }
  };
}

function layPlane(
  into: Uint8Array,
  frame: Uint8Array,
  { to, plane, box, mask, tint }: { to: YuvPlane; plane: YuvPlane; box: LayoutBox; mask: Mask; tint: number },
): void {
  const start = to.offset + (box.y / to.every) * to.width + box.x / to.every;
  for (let y = 0, at = 0; y < plane.height; y++) {
    const row = start + y * to.width;
    for (let x = 0; x < plane.width; x++, at++) {
      const [shown, ringed] = [mask.frame[at] ?? 0, mask.ring[at] ?? 0];
      if (shown === WHOLE) into[row + x] = frame[plane.offset + at] ?? 0;
      else if (shown + ringed > 0) {
        const below = (into[row + x] ?? 0) * (WHOLE - shown - ringed);
        into[row + x] = (below + (frame[plane.offset + at] ?? 0) * shown + tint * ringed + WHOLE / 2) / WHOLE;
      }
    }
  }
}
