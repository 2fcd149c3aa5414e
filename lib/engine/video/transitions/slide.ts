import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';
import { smootherstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Columns by which the new picture has come in at a phase (0–1): whole pairs. @param width of the picture, in pixels */
export const pixelColumnsShownAtPhase = (phase: number, width: number): number =>
  2 * Math.round((smootherstep(phase) * width) / 2);

/**
 * A frame in which the new picture pushes the old one out: it enters from the right, or from the left in right-to-left text. Pictures move by
 * whole pairs of pixels, so that chroma moves with luma. @param columnsShown columns by which the new one has come in
 */
function pushedFrame(from: YuvPicture, to: YuvPicture, columnsShown: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const picture = allocateYuvPicture(from);
  const [left, right] = direction === 'ltr' ? [from, to] : [to, from];
  for (const { offset, width, height, every } of planeLayoutsOfYuvPicture(from)) {
    const samplesMoved = columnsShown / every;
    // The part of the left picture that is outside of the frame.
    const samplesHidden = direction === 'ltr' ? samplesMoved : width - samplesMoved;
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      picture.data.set(left.data.subarray(row + samplesHidden, row + width), row);
      picture.data.set(right.data.subarray(row, row + samplesHidden), row + width - samplesHidden);
    }
  }
  return picture;
}

/** The new picture pushes the old one out. */
export const slidingTransition: TransitionEffect = (from, to, direction) => (phase) =>
  pushedFrame(from, to, pixelColumnsShownAtPhase(phase, from.width), direction);
