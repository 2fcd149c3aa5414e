import { createYuvPicture, planesOfYuvPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Width of the soft edge, as a part of half the diagonal. */
const EDGE = 0.06;

/** Power of the easing with which half of a wide picture is seen half way. */
const HALF_WAY = 0.92;

/** A frame in which the new picture is seen through a growing circle. `opened` is 0–1, a part of half the diagonal. */
function openedTo(from: YuvPicture, to: YuvPicture, opened: number): YuvPicture {
  const picture = createYuvPicture(from);
  const half = Math.hypot(from.width, from.height) / 2;
  for (const plane of planesOfYuvPicture(from))
    openPlane(plane, from.data, to.data, picture.data, half, opened * (1 + EDGE));
  return picture;
}

function openPlane(
  { offset, width, height, every }: YuvPlane,
  old: Uint8Array,
  next: Uint8Array,
  out: Uint8Array,
  half: number,
  front: number,
): void {
  const inner = Math.max(0, front - EDGE) * half;
  const outer = front * half;
  for (let y = 0; y < height; y++) {
    const row = offset + y * width;
    const down = (y + 0.5 - height / 2) * every;
    // From the middle of the row to the left: columns in the circle, then those of its edge.
    const reach = (radius: number): number => Math.sqrt(Math.max(0, radius * radius - down * down)) / every;
    const first = Math.max(0, Math.floor(width / 2 - reach(outer)));
    const inside = Math.max(first, Math.ceil(width / 2 - reach(inner)));
    out.set(old.subarray(row, row + width), row);
    const end = width - inside;
    if (end > inside) out.set(next.subarray(row + inside, row + end), row + inside);
    for (let x = first; x < width - first; x++) {
      if (x === inside && end > inside) x = end;
      if (x >= width - first) break;
      const distance = Math.hypot((x + 0.5 - width / 2) * every, down) / half;
      const weight = Math.round(256 * smoothstep((front - distance) / EDGE));
      const before = old[row + x] ?? 0;
      out[row + x] = ((before << 8) + ((next[row + x] ?? 0) - before) * weight + 128) >> 8;
    }
  }
}

/** The new picture is seen through a circle that grows from the middle. */
export const irisTransition: TransitionEffect = (from, to) => (phase) =>
  openedTo(from, to, smoothstep(phase) ** HALF_WAY);
