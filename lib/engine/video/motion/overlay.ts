import type { LayoutBox } from '../drawing/layout/boxes.ts';
import { blendPictureOver, singleColorPicture } from '../drawing/paint/raster.ts';
import { pixelsAsWords, planesOfYuvPicture, type RawPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { rgbToYuv420 } from './rgb-to-yuv420.ts';

/** For each alpha (0–255), the share of the picture below that shows through, 0–256. */
export const TRANSPARENCY_BY_ALPHA = Uint16Array.from({ length: 256 }, (_, alpha) =>
  Math.round(((255 - alpha) * 256) / 255),
);

/** One row of the overlay in a plane, from its first to its last sample that is not transparent. */
interface Span {
  /** Offset of the first sample in the picture's bytes. */
  offset: number;
  /** Share of the picture below that shows through each sample, 0–256. */
  rest: Uint16Array;
  /** The value that is added to it, times 256, with a half for rounding. */
  added: Int32Array;
}

/** A function that blends one drawing over a picture in 4:2:0, which it changes. */
export type PictureOverlay = (picture: Uint8ClampedArray) => void;

/** The alpha of each pixel, 0–255. */
export function alphaOfPixels({ rgba }: RawPicture): Uint8Array {
  const pixels = pixelsAsWords(rgba);
  const alphas = new Uint8Array(pixels.length);
  for (let i = 0; i < alphas.length; i++) alphas[i] = (pixels[i] ?? 0) >>> 24;
  return alphas;
}

/** Alphas at half the width and height: each is the mean of four pixels. */
export function halveAlphas(alphas: Uint8Array, { width, height }: YuvPlane): Uint8Array {
  const means = new Uint8Array(width * height);
  for (let y = 0, to = 0, at = 0; y < height; y++, at += 2 * width) {
    for (let x = 0; x < width; x++, to++, at += 2) {
      const upper = (alphas[at] ?? 0) + (alphas[at + 1] ?? 0);
      const lower = (alphas[at + 2 * width] ?? 0) + (alphas[at + 2 * width + 1] ?? 0);
      means[to] = (upper + lower + 2) >> 2;
    }
  }
  return means;
}

/** A plane of the overlay, the plane below it, and the offset of its left top corner there; in samples. */
interface PlacedPlane {
  plane: YuvPlane;
  below: YuvPlane;
  x: number;
  y: number;
}

function spansOf(
  { plane, below, x, y: down }: PlacedPlane,
  alphas: Uint8Array,
  onBlack: YuvPicture,
  box: LayoutBox,
): Span[] {
  const spans: Span[] = [];
  const black = plane.every === 1 ? 16 : 128;
  for (let y = box.y / plane.every; y < (box.y + box.height) / plane.every; y++) {
    let first = y * plane.width + box.x / plane.every;
    let end = first + box.width / plane.every;
    while (first < end && alphas[first] === 0) first++;
    while (first < end && alphas[end - 1] === 0) end--;
    if (first === end) continue;
    const from = plane.offset + first;
    const offset = below.offset + (y + down) * below.width + (first - y * plane.width) + x;
    const rest = new Uint16Array(end - first);
    const added = new Int32Array(end - first);
    for (let i = 0; i < rest.length; i++) {
      const shown = TRANSPARENCY_BY_ALPHA[alphas[first + i] ?? 0] ?? 0;
      rest[i] = shown;
      added[i] = (onBlack.data[from + i] ?? 0) * 256 - black * shown + 128;
    }
    spans.push({ offset, rest, added });
  }
  return spans;
}

/**
 * The overlay of the part of a picture with straight alpha that is within a box. Blending is linear: the overlay adds the picture over
 * black, less the black that shows through.
 * @param onto size of the pictures below, and the place (x, y) of the left top corner of `above` in them; all numbers even. Absent: the
 * same size and place
 */
export function createPictureOverlay(
  above: RawPicture,
  box: LayoutBox,
  onto: LayoutBox = { x: 0, y: 0, width: above.width, height: above.height },
): PictureOverlay {
  const ground = singleColorPicture(above, '#000000');
  blendPictureOver(ground, above.rgba);
  const onBlack = rgbToYuv420(ground);
  const planes = planesOfYuvPicture(above);
  const luma = alphaOfPixels(above);
  const chroma = halveAlphas(luma, planes[1]);
  const spans = planesOfYuvPicture(onto).flatMap((below, i) => {
    const plane = planes[i] ?? planes[0];
    const { every } = plane;
    const placed = { plane, below, x: onto.x / every, y: onto.y / every };
    return spansOf(placed, every === 1 ? luma : chroma, onBlack, box);
  });
  return (picture) => {
    for (const { offset, rest, added } of spans) {
      for (let i = 0; i < rest.length; i++) {
        picture[offset + i] = ((picture[offset + i] ?? 0) * (rest[i] ?? 0) + (added[i] ?? 0)) >> 8;
      }
    }
  };
}
