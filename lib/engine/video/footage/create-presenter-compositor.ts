import type { LayoutBox } from '../drawing/layout/boxes.ts';
import { singleColorPicture } from '../drawing/paint/raster.ts';
import { rgbToYuv420 } from '../motion/rgb-to-yuv420.ts';
import { planeLayoutsOfYuvPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { type PresenterLook, presenterCornerRadius, presenterRingWidth } from './presenter-look.ts';

/** The share of a sample that is covered entirely: shares are counted in this number of parts. */
const FULL_SHARE = 256;

/** The shares of the presenter's frame and of the ring in each sample of a plane, 0 to FULL_SHARE. */
interface Mask {
  frame: Uint16Array;
  ring: Uint16Array;
}

/** The share of a pixel, 0–1, within a box with round corners. @param inset pixels by which the box is smaller on each side */
function coverageOfPixel({ width, height }: LayoutBox, radius: number, x: number, y: number, inset: number): number {
  const insetRadius = Math.max(0, radius - inset);
  const distanceX = Math.abs(x - width / 2) - (width / 2 - inset - insetRadius);
  const distanceY = Math.abs(y - height / 2) - (height / 2 - inset - insetRadius);
  const distanceOutside =
    Math.hypot(Math.max(distanceX, 0), Math.max(distanceY, 0)) +
    Math.min(Math.max(distanceX, distanceY), 0) -
    insetRadius;
  return Math.min(1, Math.max(0, 0.5 - distanceOutside));
}

/** The mask of a plane; a sample of chroma has the mean of its four pixels. */
function maskOf(box: LayoutBox, radius: number, ring: number, { every }: Pick<YuvPlane, 'every'>): Mask {
  const [width, height] = [box.width / every, box.height / every];
  const mask = { frame: new Uint16Array(width * height), ring: new Uint16Array(width * height) };
  for (let y = 0, sampleIndex = 0; y < height; y++) {
    for (let x = 0; x < width; x++, sampleIndex++) {
      let [innerShare, outerShare] = [0, 0];
      for (let i = 0; i < every * every; i++) {
        const [pixelX, pixelY] = [x * every + (i % every) + 0.5, y * every + Math.floor(i / every) + 0.5];
        innerShare += coverageOfPixel(box, radius, pixelX, pixelY, ring);
        outerShare += coverageOfPixel(box, radius, pixelX, pixelY, 0);
      }
      mask.frame[sampleIndex] = Math.round((innerShare * FULL_SHARE) / every ** 2);
      mask.ring[sampleIndex] = Math.round((outerShare * FULL_SHARE) / every ** 2) - (mask.frame[sampleIndex] ?? 0);
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
  const masks = planeLayoutsOfYuvPicture(box).map((plane) => maskOf(box, radius, ring, plane));
  const solidSize = { width: 2, height: 2 };
  const ringColor = rgbToYuv420(singleColorPicture(solidSize, color)).data;
  const colors = planeLayoutsOfYuvPicture(solidSize).map(({ offset }) => ringColor[offset] ?? 0);
  return (picture, frame) => {
    const framePlanes = planeLayoutsOfYuvPicture(frame);
    for (const [i, targetPlane] of planeLayoutsOfYuvPicture(picture).entries()) {
      const [plane, mask, tint = 0] = [framePlanes[i] ?? framePlanes[0], masks[i], colors[i]];
      if (mask) layPlane(picture.data, frame.data, { targetPlane, plane, box, mask, tint });
    }
  };
}

function layPlane(
  into: Uint8Array,
  frame: Uint8Array,
  {
    targetPlane,
    plane,
    box,
    mask,
    tint,
  }: { targetPlane: YuvPlane; plane: YuvPlane; box: LayoutBox; mask: Mask; tint: number },
): void {
  const boxStart = targetPlane.offset + (box.y / targetPlane.every) * targetPlane.width + box.x / targetPlane.every;
  for (let y = 0, sampleIndex = 0; y < plane.height; y++) {
    const rowStart = boxStart + y * targetPlane.width;
    for (let x = 0; x < plane.width; x++, sampleIndex++) {
      const [frameShare, ringShare] = [mask.frame[sampleIndex] ?? 0, mask.ring[sampleIndex] ?? 0];
      if (frameShare === FULL_SHARE) into[rowStart + x] = frame[plane.offset + sampleIndex] ?? 0;
      else if (frameShare + ringShare > 0) {
        const backgroundPart = (into[rowStart + x] ?? 0) * (FULL_SHARE - frameShare - ringShare);
        into[rowStart + x] =
          (backgroundPart + (frame[plane.offset + sampleIndex] ?? 0) * frameShare + tint * ringShare + FULL_SHARE / 2) /
          FULL_SHARE;
      }
    }
  }
}
