import { createYuvPicture, planesOfYuvPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Width of the soft edge, as a part of the width of the picture. */
const EDGE = 0.15;

/** Share of the new picture (0–256) that each column of a plane shows. */
function columnWeights({ width }: YuvPlane, progress: number, direction: 'ltr' | 'rtl'): Uint16Array {
  const front = progress * (1 + EDGE);
  const weights = Uint16Array.from({ length: width }, (_, x) => {
    const passed = (front - (x + 0.5) / width) / EDGE;
    return Math.round(256 * smoothstep(passed));
  });
  return direction === 'ltr' ? weights : weights.reverse();
}

/** A frame in which the new picture is uncovered in reading direction, behind a soft edge. `progress` is 0–1. */
function wiped(from: YuvPicture, to: YuvPicture, progress: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const picture = createYuvPicture(from);
  const [a, b] = direction === 'ltr' ? [to, from] : [from, to];
  for (const plane of planesOfYuvPicture(from)) {
    const { offset, width, height } = plane;
    const weights = columnWeights(plane, progress, direction);
    const isMixed = (weight: number): boolean => weight > 0 && weight < 256;
    const isLeft = (weight: number): boolean => weight === (direction === 'ltr' ? 256 : 0);
    const leftEnd = weights.findLastIndex(isLeft) + 1;
    const edgeEnd = Math.max(weights.findLastIndex(isMixed) + 1, leftEnd);
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      picture.data.set(a.data.subarray(row, row + leftEnd), row);
      for (let x = leftEnd; x < edgeEnd; x++) {
        const old = from.data[row + x] ?? 0;
        picture.data[row + x] = ((old << 8) + ((to.data[row + x] ?? 0) - old) * (weights[x] ?? 0) + 128) >> 8;
      }
      picture.data.set(b.data.subarray(row + edgeEnd, row + width), row + edgeEnd);
    }
  }
  return picture;
}

/** The new picture is uncovered in reading direction, behind a soft edge. */
export const wipeTransition: TransitionEffect = (from, to, direction) => (phase) =>
  wiped(from, to, smoothstep(phase), direction);
