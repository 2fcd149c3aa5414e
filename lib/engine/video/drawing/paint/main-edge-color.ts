import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';

/** The bits of each component by which colours are grouped: scaling and JPEG change the lower bits. */
const GROUPING_BITS = 0xf8;

/** Indexes of the pixels at the two edges of a picture that border on the uncovered part of a frame: left and right, or top and bottom. */
function edgePixels({ width, height }: PictureDimensions, frame: PictureDimensions): number[] {
  const areAtSides = width * frame.height < frame.width * height;
  return areAtSides
    ? Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]).flat()
    : Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]).flat();
}

/**
 * The main colour of those edges of a picture that border on the uncovered part of its frame. It is the mean of the largest group of similar
 * pixels, so a photograph in a corner does not affect it.
 * @returns `#rrggbb`
 */
export function mainEdgeColor(picture: RawPicture, frame: PictureDimensions): string {
  const { rgba } = picture;
  const groups = new Map<number, { count: number; sums: [number, number, number] }>();
  for (const pixel of edgePixels(picture, frame)) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(4 * pixel, 4 * pixel + 3);
    const groupKey = ((red & GROUPING_BITS) << 16) | ((green & GROUPING_BITS) << 8) | (blue & GROUPING_BITS);
    const { count, sums } = groups.get(groupKey) ?? { count: 0, sums: [0, 0, 0] };
    groups.set(groupKey, { count: count + 1, sums: [sums[0] + red, sums[1] + green, sums[2] + blue] });
  }
  const [largestGroup] = [...groups.values()].sort((first, second) => second.count - first.count);
  const { count, sums } = largestGroup ?? { count: 1, sums: [0, 0, 0] };
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
