import type { RawPicture } from '../../picture.ts';

/** A disc with a soft edge: the pixels in it, relative to its middle, and their opacities. */
interface Disc {
  /** The largest distance of its pixels from the middle, across and down. */
  reach: number;
  /** Offsets in a picture of one byte for each pixel. */
  offsets: Int32Array;
  /** Opacity of each pixel, 1–256. */
  opacities: Int32Array;
}

/** The disc of a radius in pixels, in a picture of a width in pixels. */
function discOf(radius: number, width: number): Disc {
  const reach = Math.ceil(radius + 0.5);
  const pixels: [offset: number, opacity: number][] = [];
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const opacity = Math.round(256 * Math.min(1, radius + 0.5 - Math.hypot(x, y)));
      if (opacity > 0) pixels.push([y * width + x, opacity]);
    }
  }
  return {
    reach,
    offsets: Int32Array.from(pixels, ([offset]) => offset),
    opacities: Int32Array.from(pixels, ([, opacity]) => opacity),
  };
}

/** The alpha of each pixel of a picture, 0–255. */
function alphasOf({ rgba }: RawPicture): Uint8Array {
  const alphas = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < alphas.length; i++) alphas[i] = rgba[4 * i + 3] ?? 0;
  return alphas;
}

/**
 * The opacity of the picture and its outline at each pixel, 0–255: the largest that a pixel within the radius causes there. Opaque pixels
 * whose neighbours are all opaque are skipped, because the neighbours reach farther. Pixels closer to the edges of the picture than the
 * radius are skipped as well: the padding of a caption is wider than its outline.
 */
function spreadAlphas(alphas: Uint8Array, { width, height }: RawPicture, radius: number): Uint8Array {
  const spread = Uint8Array.from(alphas);
  const { reach, offsets, opacities } = discOf(radius, width);
  for (let y = reach; y < height - reach; y++) {
    for (let index = y * width + reach, end = (y + 1) * width - reach; index < end; index++) {
      const alpha = alphas[index] ?? 0;
      if (alpha === 0) continue;
      const isInside =
        (alpha &
          (alphas[index - 1] ?? 0) &
          (alphas[index + 1] ?? 0) &
          (alphas[index - width] ?? 0) &
          (alphas[index + width] ?? 0)) ===
        255;
      if (isInside) continue;
      for (let i = 0; i < offsets.length; i++) {
        const target = index + (offsets[i] ?? 0);
        const opacity = (alpha * (opacities[i] ?? 0)) >> 8;
        if (opacity > (spread[target] ?? 0)) spread[target] = opacity;
      }
    }
  }
  return spread;
}

/**
 * Draws an outline behind everything in a picture with straight alpha. Parts closer to an edge of the picture than the radius get no
 * outline. Changes the picture.
 * @param radius reach of the outline, in pixels
 * @param color `#rrggbb` or `#rrggbbaa`
 */
export function drawOutlineAroundAlpha(picture: RawPicture, radius: number, color: string): void {
  const { rgba } = picture;
  const alphas = alphasOf(picture);
  const spread = spreadAlphas(alphas, picture, radius);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const opacity = color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) / 255 : 1;
  for (let i = 0, byteOffset = 0; i < spread.length; i++, byteOffset += 4) {
    const spreadAlpha = spread[i] ?? 0;
    const ownAlpha = alphas[i] ?? 0;
    if (spreadAlpha === 0 || ownAlpha === 255) continue;
    const ownOpacity = ownAlpha / 255;
    const outlineOpacity = (spreadAlpha / 255) * opacity * (1 - ownOpacity);
    const alpha = ownOpacity + outlineOpacity;
    // Bytes are truncated; 0.5 rounds them.
    rgba[byteOffset] = ((rgba[byteOffset] ?? 0) * ownOpacity + red * outlineOpacity) / alpha + 0.5;
    rgba[byteOffset + 1] = ((rgba[byteOffset + 1] ?? 0) * ownOpacity + green * outlineOpacity) / alpha + 0.5;
    rgba[byteOffset + 2] = ((rgba[byteOffset + 2] ?? 0) * ownOpacity + blue * outlineOpacity) / alpha + 0.5;
    rgba[byteOffset + 3] = alpha * 255 + 0.5;
  }
}
