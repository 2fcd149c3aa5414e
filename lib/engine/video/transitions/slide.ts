import { blankPicture, planesOf, type YuvPicture } from '../picture.ts';
import { smootherstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/**
 * A frame in which the new picture pushes the old one out, from the end of the reading direction. `progress` is 0–1. Pictures move by whole
 * pairs of pixels, so that chroma moves with luma.
 */
function pushed(from: YuvPicture, to: YuvPicture, progress: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const picture = blankPicture(from);
  const pairs = Math.round((progress * from.width) / 2);
  const [left, right] = direction === 'ltr' ? [from, to] : [to, from];
  for (const { offset, width, height, every } of planesOf(from)) {
    const moved = (pairs * 2) / every;
    // The part of the left picture that is outside of the frame.
    const hidden = direction === 'ltr' ? moved : width - moved;
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      picture.data.set(left.data.subarray(row + hidden, row + width), row);
      picture.data.set(right.data.subarray(row, row + hidden), row + width - hidden);
    }
  }
  return picture;
}

/** The new picture pushes the old one out. */
export const slide: TransitionEffect = (from, to, direction) => (phase) =>
  pushed(from, to, smootherstep(phase), direction);
