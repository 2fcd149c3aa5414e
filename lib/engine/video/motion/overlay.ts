import type { LayoutBox } from '../drawing/layout/boxes.ts';
import { blendPictureOver, singleColorPicture } from '../drawing/paint/raster.ts';
import {
  pixelsAsWords,
  planeLayoutsOfYuvPicture,
  type RawPicture,
  type YuvPicture,
  type YuvPlane,
} from '../picture.ts';
import { rgbToYuv420 } from './rgb-to-yuv420.ts';

/** For each alpha (0–255), the share of the picture below that shows through, 0–256. */
export const BACKGROUND_SHARE_BY_ALPHA = Uint16Array.from({ length: 256 }, (_, alpha) =>
  Math.round(((255 - alpha) * 256) / 255),
);

/** One row of the overlay in a plane, from its first to its last sample that is not transparent. */
interface Span {
  /** Offset of the first sample in the picture's bytes. */
  offset: number;
  /** Share of the picture below that shows through each sample, 0–256. */
  transparency: Uint16Array;
  /** The value that is added to what shows through, times 256, with a half for rounding. */
  added: Int32Array;
}

/** A function that blends one drawing over a picture in 4:2:0, which it changes. */
export type BlendOverlay = (picture: Uint8ClampedArray) => void;

/** The alpha of each pixel, 0–255. */
export function alphaOfPixels({ rgba }: RawPicture): Uint8Array {
  const pixels = pixelsAsWords(rgba);
  const alphas = new Uint8Array(pixels.length);
  for (let i = 0; i < alphas.length; i++) alphas[i] = (pixels[i] ?? 0) >>> 24;
  return alphas;
}

/** Alphas at half the width and height: each is the mean of four pixels. */
export function halveAlphaResolution(alphas: Uint8Array, { width, height }: YuvPlane): Uint8Array {
  const means = new Uint8Array(width * height);
  for (let y = 0, meanIndex = 0, alphaIndex = 0; y < height; y++, alphaIndex += 2 * width) {
    for (let x = 0; x < width; x++, meanIndex++, alphaIndex += 2) {
      const upper = (alphas[alphaIndex] ?? 0) + (alphas[alphaIndex + 1] ?? 0);
      const lower = (alphas[alphaIndex + 2 * width] ?? 0) + (alphas[alphaIndex + 2 * width + 1] ?? 0);
      means[meanIndex] = (upper + lower + 2) >> 2;
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
  { plane, below, x, y: yBelow }: PlacedPlane,
  alphas: Uint8Array,
  onBlack: YuvPicture,
  box: LayoutBox,
): Span[] {
  const spans: Span[] = [];
  const black = plane.every === 1 ? 16 : 128;
  for (let y = box.y / plane.every; y < (box.y + box.height) / plane.every; y++) {
    let firstSample = y * plane.width + box.x / plane.every;
    let end = firstSample + box.width / plane.every;
    while (firstSample < end && alphas[firstSample] === 0) firstSample++;
    while (firstSample < end && alphas[end - 1] === 0) end--;
    if (firstSample === end) continue;
    const firstByte = plane.offset + firstSample;
    const offset = below.offset + (y + yBelow) * below.width + (firstSample - y * plane.width) + x;
    const transparencies = new Uint16Array(end - firstSample);
    const added = new Int32Array(end - firstSample);
    for (let i = 0; i < transparencies.length; i++) {
      const transparency = BACKGROUND_SHARE_BY_ALPHA[alphas[firstSample + i] ?? 0] ?? 0;
      transparencies[i] = transparency;
      added[i] = (onBlack.data[firstByte + i] ?? 0) * 256 - black * transparency + 128;
    }
    spans.push({ offset, transparency: transparencies, added });
  }
  return spans;
}

/**
 * The overlay of the part of a picture with straight alpha that is within a box. Blending is linear: the overlay adds the picture over
 * black, less the black that shows through.
 * @param onto size of the pictures below, and the place (x, y) of the left top corner of `above` in them; all numbers even. Absent: the
 * same size and place
 */
export function createBlendOverlay(
  above: RawPicture,
  box: LayoutBox,
  onto: LayoutBox = { x: 0, y: 0, width: above.width, height: above.height },
): BlendOverlay {
  const blackGround = singleColorPicture(above, '#000000');
  blendPictureOver(blackGround, above.rgba);
  const onBlack = rgbToYuv420(blackGround);
  const planes = planeLayoutsOfYuvPicture(above);
  const lumaAlphas = alphaOfPixels(above);
  const chromaAlphas = halveAlphaResolution(lumaAlphas, planes[1]);
  const spans = planeLayoutsOfYuvPicture(onto).flatMap((below, i) => {
    const plane = planes[i] ?? planes[0];
    const { every } = plane;
    const placed = { plane, below, x: onto.x / every, y: onto.y / every };
    return spansOf(placed, every === 1 ? lumaAlphas : chromaAlphas, onBlack, box);
  });
  return (picture) => {
    for (const { offset, transparency, added } of spans) {
      for (let i = 0; i < transparency.length; i++) {
        picture[offset + i] = ((picture[offset + i] ?? 0) * (transparency[i] ?? 0) + (added[i] ?? 0)) >> 8;
      }
    }
  };
}
