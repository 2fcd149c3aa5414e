import type { LayoutBox } from '../drawing/layout/boxes.ts';
import { blendOver, solidPicture } from '../drawing/paint/raster.ts';
import { type Plane, pixelWords, planesOf, type RawPicture, type YuvPicture } from '../picture.ts';
import { toYuv } from './to-yuv.ts';

/** For each alpha, how much of the picture below shows through, 0–256. */
const SHOWN = Uint16Array.from({ length: 256 }, (_, alpha) => Math.round(((255 - alpha) * 256) / 255));

/** One row of the overlay in a plane, from its first to its last sample that is not transparent. */
interface Span {
  /** Offset of the first sample in the picture's bytes. */
  offset: number;
  /** Share of the picture below that shows through each sample, 0–256. */
  rest: Uint16Array;
  /** Value that is added to that, times 256, with a half for rounding. */
  more: Int32Array;
}

/** Lays one drawing over a picture, which it changes; it can be used for many pictures. */
export type Overlay = (picture: Uint8ClampedArray) => void;

/** Opacity of each pixel, 0–255. */
function opacities({ rgba }: RawPicture): Uint8Array {
  const pixels = pixelWords(rgba);
  const alphas = new Uint8Array(pixels.length);
  for (let i = 0; i < alphas.length; i++) alphas[i] = (pixels[i] ?? 0) >>> 24;
  return alphas;
}

/** The same at half the size: the mean of four pixels. */
function halved(alphas: Uint8Array, { width, height }: Plane): Uint8Array {
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

/** A plane of the picture that is laid on, the plane below it, and how far apart their left top corners are there. */
interface Placed {
  plane: Plane;
  below: Plane;
  x: number;
  y: number;
}

function spansOf(
  { plane, below, x, y: down }: Placed,
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
    const more = new Int32Array(end - first);
    for (let i = 0; i < rest.length; i++) {
      const shown = SHOWN[alphas[first + i] ?? 0] ?? 0;
      rest[i] = shown;
      more[i] = (onBlack.data[from + i] ?? 0) * 256 - black * shown + 128;
    }
    spans.push({ offset, rest, more });
  }
  return spans;
}

/**
 * The part of a picture with straight alpha that is within a box, for pictures of the size `onto`, in which its left top
 * corner is at x, y (all numbers even). Mixing is linear: the layer adds its look on black, less the black that shows
 * through it.
 */
export function overlayOf(
  above: RawPicture,
  box: LayoutBox,
  onto: LayoutBox = { x: 0, y: 0, width: above.width, height: above.height },
): Overlay {
  const ground = solidPicture(above, '#000000');
  blendOver(ground, above.rgba);
  const onBlack = toYuv(ground);
  const planes = planesOf(above);
  const luma = opacities(above);
  const chroma = halved(luma, planes[1]);
  const spans = planesOf(onto).flatMap((below, i) => {
    const plane = planes[i] ?? planes[0];
    const { every } = plane;
    const placed = { plane, below, x: onto.x / every, y: onto.y / every };
    return spansOf(placed, every === 1 ? luma : chroma, onBlack, box);
  });
  return (picture) => {
    for (const { offset, rest, more } of spans) {
      for (let i = 0; i < rest.length; i++) {
        picture[offset + i] = ((picture[offset + i] ?? 0) * (rest[i] ?? 0) + (more[i] ?? 0)) >> 8;
      }
    }
  };
}
