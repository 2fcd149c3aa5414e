import type { RawPicture } from '../../picture.ts';

/** An offset from a pixel, and the share of its opacity that its outline has there, above 0 up to 1. */
type Reach = readonly [x: number, y: number, share: number];

/** The disc of a radius in pixels, with a soft edge. */
function discOf(radius: number): Reach[] {
  const most = Math.ceil(radius + 0.5);
  const reaches: Reach[] = [];
  for (let y = -most; y <= most; y++) {
    for (let x = -most; x <= most; x++) {
      const share = Math.min(1, radius + 0.5 - Math.hypot(x, y));
      if (share > 0) reaches.push([x, y, share]);
    }
  }
  return reaches;
}

/** Reports whether all four neighbours of a pixel are opaque: what it reaches, they reach too. */
const isInside = (alphas: Uint8Array, at: number, width: number): boolean =>
  alphas[at - 1] === 255 && alphas[at + 1] === 255 && alphas[at - width] === 255 && alphas[at + width] === 255;

/** The opacity of the outline of each pixel: the largest one that a pixel in its reach has there, 0–255. */
function spread(alphas: Uint8Array, { width, height }: RawPicture, radius: number): Uint8Array {
  const wide = Uint8Array.from(alphas);
  const disc = discOf(radius);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const alpha = alphas[at] ?? 0;
      if (alpha === 0 || (alpha === 255 && isInside(alphas, at, width))) continue;
      for (const [dx, dy, share] of disc) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const to = at + dy * width + dx;
        const there = alpha * share;
        if (there > (wide[to] ?? 0)) wide[to] = there;
      }
    }
  }
  return wide;
}

/**
 * Draws an outline behind everything in a picture with straight alpha. Changes the picture.
 * @param radius pixels, how far it reaches
 * @param color `#rrggbb` or `#rrggbbaa`
 */
export function outline(picture: RawPicture, radius: number, color: string): void {
  const { rgba } = picture;
  const alphas = Uint8Array.from({ length: rgba.length / 4 }, (_, i) => rgba[4 * i + 3] ?? 0);
  const wide = spread(alphas, picture, radius);
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const opacity = color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) / 255 : 1;
  for (let i = 0, at = 0; i < wide.length; i++, at += 4) {
    const over = (alphas[i] ?? 0) / 255;
    const under = ((wide[i] ?? 0) / 255) * opacity * (1 - over);
    const alpha = over + under;
    if (under === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      rgba[at + channel] = Math.round(((rgba[at + channel] ?? 0) * over + (rgb[channel] ?? 0) * under) / alpha);
    rgba[at + 3] = Math.round(alpha * 255);
  }
}
