import type { YuvPicture } from '../picture.ts';
import { blankPicture, planesOf } from './planes.ts';

/**
 * The new picture pushes the old one out: it comes from the side to which one reads. `way` (0–1) is how far it is. Whole
 * pairs of pixels, so that chroma moves with luma.
 */
export function push(from: YuvPicture, to: YuvPicture, way: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const pushed = blankPicture(from);
  const pairs = Math.round((way * from.width) / 2);
  const [left, right] = direction === 'ltr' ? [from, to] : [to, from];
  for (const { offset, width, height, every } of planesOf(from)) {
    const moved = (pairs * 2) / every;
    // The left one of the two pictures begins so much left of the frame.
    const hidden = direction === 'ltr' ? moved : width - moved;
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      pushed.data.set(left.data.subarray(row + hidden, row + width), row);
      pushed.data.set(right.data.subarray(row, row + hidden), row + width - hidden);
    }
  }
  return pushed;
}
