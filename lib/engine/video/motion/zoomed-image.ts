import { pixelsAsWords, type RawPicture } from '../picture.ts';
import { resamplePlane } from './resample.ts';
import { type SlowZoomMoment, slowZoomViewport } from './slow-zoom.ts';
import { type SplinePlane, splinePlane } from './spline.ts';

/** The bits of red, green and blue in a pixel as a word. */
const COLOR_SHIFTS = [0, 8, 16] as const;
const OPAQUE = 0xff000000;

/** The colours of images that were zoomed, as splines: a slide has many pictures of one image. */
const splines = new WeakMap<RawPicture, SplinePlane[]>();

function splinesOf(image: RawPicture): SplinePlane[] {
  const cachedSplines = splines.get(image);
  if (cachedSplines) return cachedSplines;
  const { width, height } = image;
  const pixels = pixelsAsWords(image.rgba);
  const bytes = new Uint8Array(width * height);
  const newSplines = COLOR_SHIFTS.map((shift) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = (pixels[i] ?? 0) >>> shift;
    return splinePlane(bytes, { offset: 0, width, height, every: 1 });
  });
  splines.set(image, newSplines);
  return newSplines;
}

/**
 * The part of an image that its room shows in a slow zoom.
 * @param image opaque; the whole of what the room shows at a factor of 1
 */
export function zoomedImage(image: RawPicture, moment: SlowZoomMoment): RawPicture {
  const { width, height } = moment.room;
  const rgba = new Uint8Array(width * height * 4);
  const pixels = pixelsAsWords(rgba).fill(OPAQUE);
  const { across, down } = slowZoomViewport(image, moment);
  const data = new Uint8ClampedArray(width * height);
  for (const [color, plane] of splinesOf(image).entries()) {
    resamplePlane(plane, across, down, { data, offset: 0, stride: width, width, height });
    const shift = COLOR_SHIFTS[color] ?? 0;
    for (let i = 0; i < data.length; i++) pixels[i] = (pixels[i] ?? 0) | ((data[i] ?? 0) << shift);
  }
  return { width, height, rgba };
}
