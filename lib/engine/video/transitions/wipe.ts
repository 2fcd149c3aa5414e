import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Width of the soft edge, as a part of the width of the picture. */
const EDGE_WIDTH = 0.15;

/** Share of the new picture (0–256) that each column of a plane shows. */
function columnWeights({ width }: YuvPlane, progress: number, direction: 'ltr' | 'rtl'): Uint16Array {
  const front = progress * (1 + EDGE_WIDTH);
  const weights = Uint16Array.from({ length: width }, (_, x) => {
    const passed = (front - (x + 0.5) / width) / EDGE_WIDTH;
    return Math.round(256 * smoothstep(passed));
  });
  return direction === 'ltr' ? weights : weights.reverse();
}

/** A frame in which the new picture is uncovered in reading direction, behind a soft edge. `progress` is 0–1. */
function wipedFrame(from: YuvPicture, to: YuvPicture, progress: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const picture = allocateYuvPicture(from);
  const [left, right] = direction === 'ltr' ? [to, from] : [from, to];
  for (const plane of planeLayoutsOfYuvPicture(from)) {
    const { offset, width, height } = plane;
    const weights = columnWeights(plane, progress, direction);
    const isMixed = (weight: number): boolean => weight > 0 && weight < 256;
    const isFullyLeft = (weight: number): boolean => weight === (direction === 'ltr' ? 256 : 0);
    const leftEnd = weights.findLastIndex(isFullyLeft) + 1;
    const edgeEnd = Math.max(weights.findLastIndex(isMixed) + 1, leftEnd);
    const end = offset + width * height;
    for (let rowStart = offset; rowStart < end; rowStart += width) {
      picture.data.set(left.data.subarray(rowStart, rowStart + leftEnd), rowStart);
      for (let x = leftEnd; x < edgeEnd; x++) {
        const oldSample = from.data[rowStart + x] ?? 0;
        picture.data[rowStart + x] =
          ((oldSample << 8) + ((to.data[rowStart + x] ?? 0) - oldSample) * (weights[x] ?? 0) + 128) >> 8;
      }
      picture.data.set(right.data.subarray(rowStart + edgeEnd, rowStart + width), rowStart + edgeEnd);
    }
  }
  return picture;
}

/** The new picture is uncovered in reading direction, behind a soft edge. */
export const wipeTransition: TransitionEffect = (from, to, direction) => (phase) =>
  wipedFrame(from, to, smoothstep(phase), direction);
