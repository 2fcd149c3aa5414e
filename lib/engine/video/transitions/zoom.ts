import { resamplePlane } from '../motion/resample.ts';
import { computeSplineCoefficientPlanes, type SplinePlane } from '../motion/spline.ts';
import { allocateYuvPicture, type YuvPicture } from '../picture.ts';
import { crossFadePictures } from './cross-fade.ts';
import { smootherstep, smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Growth of the old picture while it disappears, as a fraction of its size. */
const GROWTH = 0.08;
/** Scale at which the new picture starts. */
const START_SCALE = 0.94;

/** The part of the time, around the middle, in which both pictures are seen: short, because letters of both are then on top of each other. */
const MIXED_SHARE = 0.5;

/** The picture drawn `scale` times larger around its middle; beyond its edges it is mirrored. */
function scaledPicture(
  planes: readonly SplinePlane[],
  size: { width: number; height: number },
  scale: number,
): YuvPicture {
  const picture = allocateYuvPicture(size);
  const data = new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length);
  for (const plane of planes) {
    const axis = (length: number) => ({ from: (length - length / scale) / 2, step: 1 / scale });
    const { offset, width, height } = plane;
    resamplePlane(plane, axis(width), axis(height), { data, offset, stride: width, width, height });
  }
  return picture;
}

/** The old picture grows and fades while the new one appears and grows to its size. */
export const zoomTransition: TransitionEffect = (from, to) => {
  const oldPlanes = computeSplineCoefficientPlanes(from);
  const newPlanes = computeSplineCoefficientPlanes(to);
  return (phase) => {
    const progress = smootherstep(phase);
    const oldPicture = scaledPicture(oldPlanes, from, 1 + GROWTH * progress);
    const newPicture = scaledPicture(newPlanes, to, START_SCALE + (1 - START_SCALE) * progress);
    // The weight of the new picture is 0–256.
    return crossFadePictures(
      oldPicture,
      newPicture,
      Math.round(256 * smoothstep((phase - (1 - MIXED_SHARE) / 2) / MIXED_SHARE)),
    );
  };
};
