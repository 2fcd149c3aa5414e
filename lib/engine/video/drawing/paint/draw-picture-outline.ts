import type { RawPicture } from '../../picture.ts';

/** The disc of a radius in pixels, with a soft edge: places relative to its middle, and the share of opacity there, 1–256. */
interface Disc {
  /** The furthest place from its middle, across and down. */
  most: number;
  /** Offsets in a picture of one byte for each pixel. */
  offsets: Int32Array;
  shares: Int32Array;
}

function discOf(radius: number, width: number): Disc {
  const most = Math.ceil(radius + 0.5);
  const places: [offset: number, share: number][] = [];
  for (let y = -most; y <= most; y++) {
    for (let x = -most; x <= most; x++) {
      const share = Math.round(256 * Math.min(1, radius + 0.5 - Math.hypot(x, y)));
      if (share > 0) places.push([y * width + x, share]);
    }
  }
  return {
    most,
    offsets: Int32Array.from(places, ([offset]) => offset),
    shares: Int32Array.from(places, ([, share]) => share),
  };
}

/** The alpha of each pixel of a picture, 0–255. */
function alphasOf({ rgba }: RawPicture): Uint8Array {
  const alphas = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < alphas.length; i++) alphas[i] = rgba[4 * i + 3] ?? 0;
  return alphas;
}

/**
 * The opacity of the outline at each pixel, 0–255: the largest that a pixel within the radius causes there. Pixels whose neighbours are all
 * opaque are skipped, because those neighbours reach farther; nothing is drawn near the edges of a caption, whose padding is wider than its
 * outline.
 */
function spread(alphas: Uint8Array, { width, height }: RawPicture, radius: number): Uint8Array {
  const wide = Uint8Array.from(alphas);
  const { most, offsets, shares } = discOf(radius, width);
  for (let y = most; y < height - most; y++) {
    for (let at = y * width + most, end = (y + 1) * width - most; at < end; at++) {
      const alpha = alphas[at] ?? 0;
      if (alpha === 0) continue;
      const isInside =
        (alpha &
          (alphas[at - 1] ?? 0) &
          (alphas[at + 1] ?? 0) &
          (alphas[at - width] ?? 0) &
          (alphas[at + width] ?? 0)) ===
        255;
      if (isInside) continue;
      for (let i = 0; i < offsets.length; i++) {
        const to = at + (offsets[i] ?? 0);
        const there = (alpha * (shares[i] ?? 0)) >> 8;
        if (there > (wide[to] ?? 0)) wide[to] = there;
      }
    }
  }
  return wide;
}

/**
 * Draws an outline behind everything in a picture with straight alpha. Parts closer to an edge of the picture than the radius get no
 * outline. Changes the picture.
 * @param radius reach of the outline, in pixels
 * @param color `#rrggbb` or `#rrggbbaa`
 */
export function drawPictureOutline(picture: RawPicture, radius: number, color: string): void {
  const { rgba } = picture;
  const alphas = alphasOf(picture);
  const wide = spread(alphas, picture, radius);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const opacity = color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) / 255 : 1;
  for (let i = 0, at = 0; i < wide.length; i++, at += 4) {
    const reach = wide[i] ?? 0;
    const own = alphas[i] ?? 0;
    if (reach === 0 || own === 255) continue;
    const over = own / 255;
    const under = (reach / 255) * opacity * (1 - over);
    const alpha = over + under;
    rgba[at] = ((rgba[at] ?? 0) * over + red * under) / alpha + 0.5;
    rgba[at + 1] = ((rgba[at + 1] ?? 0) * over + green * under) / alpha + 0.5;
    rgba[at + 2] = ((rgba[at + 2] ?? 0) * over + blue * under) / alpha + 0.5;
    rgba[at + 3] = alpha * 255 + 0.5;
  }
}
