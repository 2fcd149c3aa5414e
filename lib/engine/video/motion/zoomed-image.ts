import type { PictureDimensions } from '../format.ts';
import { pixelsAsWords, type RawPicture } from '../picture.ts';
import { resamplePlane } from './resample.ts';
import { type SplinePlane, splinePlane } from './spline.ts';

/** The bits of red, green and blue in a pixel as a word. */
const COLOR_SHIFTS = [0, 8, 16] as const;
const OPAQUE = 0xff000000;

/** The colours of images that were zoomed, as splines: a slide has many pictures of one image. */
const splines = new WeakMap<RawPicture, SplinePlane[]>();

function splinesOf(image: RawPicture): SplinePlane[] {
  const known = splines.get(image);
  if (known) return known;
  const { width, height } = image;
  const pixels = pixelsAsWords(image.rgba);
  const bytes = new Uint8Array(width * height);
  const made = COLOR_SHIFTS.map((shift) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = (pixels[i] ?? 0) >>> shift;
    return splinePlane(bytes, { offset: 0, width, height, every: 1 });
  });
  splines.set(image, made);
  return made;
}

/**
 * The part of an image around a point, larger by a factor.
 * @param image opaque; the whole of what `room` shows at a factor of 1
 * @param anchor the point of the room that stays where it is, in pixels
 */
export function zoomedImage(
  image: RawPicture,
  room: PictureDimensions,
  anchor: { x: number; y: number },
  zoom: number,
): RawPicture {
  const { width, height } = room;
  const rgba = new Uint8Array(width * height * 4);
  const pixels = pixelsAsWords(rgba).fill(OPAQUE);
  const axis = (whole: number, shown: number, stays: number) => {
    const scale = whole / shown;
    return { from: scale * stays * (1 - 1 / zoom), step: scale / zoom };
  };
  const [across, down] = [axis(image.width, width, anchor.x), axis(image.height, height, anchor.y)];
  const data = new Uint8ClampedArray(width * height);
  for (const [color, plane] of splinesOf(image).entries()) {
    resamplePlane(plane, across, down, { data, offset: 0, stride: width, width, height });
    const shift = COLOR_SHIFTS[color] ?? 0;
    for (let i = 0; i < data.length; i++) pixels[i] = (pixels[i] ?? 0) | ((data[i] ?? 0) << shift);
  }
  return { width, height, rgba };
}
