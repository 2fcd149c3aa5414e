import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';
import { smootherstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** A frame in which the new picture pushes the old one out at the top. `progress` is 0–1. Pictures move by whole pairs of rows, so that chroma moves with luma. */
function pushedFrame(from: YuvPicture, to: YuvPicture, progress: number): YuvPicture {
  const picture = allocateYuvPicture(from);
  const rowPairs = Math.round((progress * from.height) / 2);
  for (const { offset, width, height, every } of planeLayoutsOfYuvPicture(from)) {
    const pushedOut = ((rowPairs * 2) / every) * width;
    const end = offset + width * height;
    picture.data.set(from.data.subarray(offset + pushedOut, end), offset);
    picture.data.set(to.data.subarray(offset, offset + pushedOut), end - pushedOut);
  }
  return picture;
}

/** The new picture comes from below and pushes the old one out at the top. */
export const pushTransition: TransitionEffect = (from, to) => (phase) => pushedFrame(from, to, smootherstep(phase));
