import type { RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/** The share of the brightness that is left around a spotlight. */
const DIMMED_BRIGHTNESS = 0.45;
/** Radius of the corners of a spotlight and width of its soft edge, as parts of the short side of the picture. */
const CORNER_RADIUS = 0.012;
const EDGE_WIDTH = 0.006;

/** Distance of a point from a box with round corners, in pixels: negative inside. */
function distanceToBox(box: LayoutBox, x: number, y: number, radius: number): number {
  const r = Math.min(radius, box.width / 2, box.height / 2);
  const dx = Math.abs(x - box.x - box.width / 2) - box.width / 2 + r;
  const dy = Math.abs(y - box.y - box.height / 2) - box.height / 2 + r;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - r;
}

/** Darkens a picture outside of some boxes. Changes the picture. */
export function darkenOutsideBoxes(picture: RawPicture, boxes: readonly LayoutBox[]): void {
  if (boxes.length === 0) return;
  const { width, height, rgba } = picture;
  const shortSide = Math.min(width, height);
  const [radius, edgeWidth] = [CORNER_RADIUS * shortSide, Math.max(1, EDGE_WIDTH * shortSide)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const distance = Math.min(...boxes.map((box) => distanceToBox(box, x + 0.5, y + 0.5, radius)));
      if (distance <= 0) continue;
      const brightness = 1 - (1 - DIMMED_BRIGHTNESS) * Math.min(1, distance / edgeWidth);
      const offset = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        rgba[offset + channel] = Math.round((rgba[offset + channel] ?? 0) * brightness);
    }
}
