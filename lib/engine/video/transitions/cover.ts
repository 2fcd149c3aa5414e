import { blankPicture, planesOf, type YuvPicture } from '../picture.ts';
import { smootherstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** The shadow of the new picture on the old one: its width as a part of the width of the picture, and how much luma it takes at the edge. */
const SHADOW = { width: 0.03, depth: 0.22 };
/** Luma of black in limited range. */
const BLACK = 16;

/** Luma that the shadow leaves (0–256) at each distance from the edge of the new picture, in pixels; it fades out with the new picture's way. */
function shadowOf(width: number, progress: number): Uint16Array {
  const columns = Math.max(1, Math.round(SHADOW.width * width));
  const depth = SHADOW.depth * 4 * progress * (1 - progress);
  return Uint16Array.from({ length: columns }, (_, x) =>
    Math.round(256 * (1 - depth * (1 - (x + 0.5) / columns) ** 2)),
  );
}

/** A frame in which the new picture lies over a part of the old one. `progress` is 0–1. Pictures move by whole pairs of pixels. */
function covered(from: YuvPicture, to: YuvPicture, progress: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const picture = blankPicture(from);
  const pairs = Math.round((progress * from.width) / 2);
  const isLeftwards = direction === 'ltr';
  const shadow = shadowOf(from.width, progress);
  for (const { offset, width, height, every } of planesOf(from)) {
    const shown = (pairs * 2) / every;
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      picture.data.set(from.data.subarray(row, row + width), row);
      const start = isLeftwards ? row + width - shown : row;
      const part = isLeftwards
        ? to.data.subarray(row, row + shown)
        : to.data.subarray(row + width - shown, row + width);
      picture.data.set(part, start);
      if (every > 1) continue;
      const edge = isLeftwards ? start - 1 : row + shown;
      const free = Math.min(shadow.length, width - shown);
      for (let x = 0; x < free; x++) {
        const at = isLeftwards ? edge - x : edge + x;
        picture.data[at] = BLACK + ((((picture.data[at] ?? BLACK) - BLACK) * (shadow[x] ?? 256) + 128) >> 8);
      }
    }
  }
  return picture;
}

/** The new picture moves over the old one, which stays, from the end of the reading direction. */
export const cover: TransitionEffect = (from, to, direction) => (phase) =>
  covered(from, to, smootherstep(phase), direction);
