import type { RawPicture } from '../picture.ts';
import type { Box } from './node-tree.ts';

/** Calls back for the pixels of a box that a rounding of its corners leaves out, wholly (1) or in part. */
function forCorners(box: Box, radius: number, each: (x: number, y: number, outside: number) => void): void {
  const r = Math.min(radius, Math.floor(box.width / 2), Math.floor(box.height / 2));
  for (let down = 0; down < r; down++) {
    for (let across = 0; across < r; across++) {
      const distance = Math.hypot(r - across - 0.5, r - down - 0.5);
      const outside = Math.min(1, Math.max(0, distance - r + 0.5));
      if (outside === 0) continue;
      const [right, bottom] = [box.x + box.width - 1 - across, box.y + box.height - 1 - down];
      each(box.x + across, box.y + down, outside);
      each(right, box.y + down, outside);
      each(box.x + across, bottom, outside);
      each(right, bottom, outside);
    }
  }
}

/**
 * The corners of a box as they are in `picture`, for laying over whatever fills the box: so it looks rounded, whether it
 * moves or not. They are added to `above` (straight alpha, of the picture's size) where that is empty.
 */
export function coverCorners(above: Uint8Array, picture: RawPicture, box: Box, radius: number): void {
  forCorners(box, radius, (x, y, outside) => {
    const at = (y * picture.width + x) * 4;
    if (above[at + 3] !== 0) return;
    above.set(picture.rgba.subarray(at, at + 3), at);
    above[at + 3] = Math.round(outside * 255);
  });
}

/** Fills a box with a colour (`#rrggbb`) but for its rounded corners. Changes the picture. */
export function fillRounded(picture: RawPicture, box: Box, color: string, radius: number): void {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const kept = new Map<number, number[]>();
  forCorners(box, radius, (x, y, outside) => {
    const at = (y * picture.width + x) * 4;
    kept.set(
      at,
      rgb.map((value, i) => Math.round((picture.rgba[at + i] ?? 0) * outside + value * (1 - outside))),
    );
  });
  for (let y = box.y; y < box.y + box.height; y++) {
    const row = (y * picture.width + box.x) * 4;
    for (let at = row; at < row + box.width * 4; at += 4) picture.rgba.set(kept.get(at) ?? rgb, at);
  }
}
