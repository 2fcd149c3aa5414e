import type { LayoutBox } from '../../drawing/layout/boxes.ts';
import type { ResampleAxis } from '../../motion/resample.ts';
import { resamplePlane } from '../../motion/resample.ts';
import type { SplinePlane } from '../../motion/spline.ts';
import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../../picture.ts';
import type { EvenBox } from '../changed-box.ts';

/** The even pixels of a picture that a box touches, `margin` pixels larger on each side; undefined if it is outside of the picture. */
export function evenBoxTouchedBy(
  box: LayoutBox,
  picture: { width: number; height: number },
  margin: number,
): EvenBox | undefined {
  const evenStart = (edge: number): number => Math.max(0, 2 * Math.floor((edge - margin) / 2));
  const evenEnd = (edge: number, max: number): number => Math.min(max, 2 * Math.ceil((edge + margin) / 2));
  const [x, y] = [evenStart(box.x), evenStart(box.y)];
  const [right, bottom] = [evenEnd(box.x + box.width, picture.width), evenEnd(box.y + box.height, picture.height)];
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
}

/** The places of the pixels of `target` in a source whose part `view` (source pixels) is shown in `box` (slide pixels). */
function axesOf(target: EvenBox, box: LayoutBox, view: LayoutBox): { across: ResampleAxis; down: ResampleAxis } {
  const [across, down] = [view.width / box.width, view.height / box.height];
  return {
    across: { from: view.x + (target.x - box.x) * across, step: across },
    down: { from: view.y + (target.y - box.y) * down, step: down },
  };
}

/**
 * Samples a picture so that its part `view` (source pixels) is shown in `box` (slide pixels). Returns only the part of the slide within
 * `target`.
 */
export function sampleSlidePart(
  source: readonly SplinePlane[],
  view: LayoutBox,
  box: LayoutBox,
  target: EvenBox,
): YuvPicture {
  const picture = allocateYuvPicture(target);
  const data = new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length);
  const { across, down } = axesOf(target, box, view);
  for (const [i, { offset, width, height, every }] of planeLayoutsOfYuvPicture(target).entries()) {
    const plane = source[i];
    if (!plane) continue;
    // In both pictures a chroma sample is centred on its two by two pixels, so the positions of edges are halved.
    const axis = ({ from, step }: ResampleAxis): ResampleAxis => ({ from: from / every, step });
    resamplePlane(plane, axis(across), axis(down), { data, offset, stride: width, width, height });
  }
  return picture;
}
