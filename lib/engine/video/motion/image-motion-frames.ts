import { blendPictureOver } from '../drawing/paint/raster.ts';
import type { SlideLayers } from '../drawing/paint/slide-layers.ts';
import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';
import { type ImageMotion, imageViewportAtPhase } from './image-motion.ts';
import { createBlendOverlay } from './overlay.ts';
import { resamplePlane } from './resample.ts';
import { rgbToYuv420 } from './rgb-to-yuv420.ts';
import { computeSplineCoefficientPlanes } from './spline.ts';

/** A function that draws the slide at a phase (0–1) of its image's motion. Parts that do not move are converted to 4:2:0 once. */
function slideWithImage({ below, image, room, above }: SlideLayers, motion: ImageMotion) {
  const isEven = [room.x, room.y, room.width, room.height].every((side) => side % 2 === 0);
  if (!isEven) throw new RangeError('an image moves only in a room of even pixels');
  const stillLayers = { ...below, rgba: new Uint8Array(below.rgba) };
  blendPictureOver(stillLayers, above.rgba);
  const stillPicture = rgbToYuv420(stillLayers);
  const overlay = createBlendOverlay(above, room);
  const sources = computeSplineCoefficientPlanes(rgbToYuv420(image));
  const planes = planeLayoutsOfYuvPicture(below);
  return (phase: number): YuvPicture => {
    const picture = allocateYuvPicture(stillPicture);
    picture.data.set(stillPicture.data);
    const data = new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length);
    const { across, down } = imageViewportAtPhase(motion, image, room, phase);
    for (const [i, { offset, width: stride, every }] of planes.entries()) {
      const source = sources[i];
      if (!source) continue;
      const planeRoom = { width: room.width / every, height: room.height / every };
      const target = { data, offset: offset + (room.y * stride + room.x) / every, stride, ...planeRoom };
      // In both pictures, a chroma sample is centred on its two by two pixels: so the positions of edges are halved, and the positions of
      // centres follow from them.
      const [x, y] = [across, down].map(({ from, step }) => ({ from: from / every, step }));
      if (x && y) resamplePlane(source, x, y, target);
    }
    overlay(data);
    return picture;
  };
}

/**
 * The frames `first` to `first + count - 1` of a motion of the slide's image that takes `total` frames. Frame 0 and the last frame equal
 * the pictures of `slideWithImageAtRest`. Every picture has its own memory.
 * @throws RangeError for the motion `none`, and a range that is not within `total`
 */
export async function* imageMotionFrames(
  layers: SlideLayers,
  motion: ImageMotion,
  { first, count, total }: { first: number; count: number; total: number },
): AsyncGenerator<YuvPicture> {
  const isInWholeFrames = [first, count, total].every(Number.isInteger);
  if (!isInWholeFrames || first < 0 || count < 1 || first + count > total) {
    throw new RangeError(`there are no ${count} frames from ${first} on in ${total}`);
  }
  const pictureAt = slideWithImage(layers, motion);
  for (let i = first; i < first + count; i++) yield pictureAt(total > 1 ? i / (total - 1) : 0);
}

/** The slide before its image starts to move, or after it has come to rest. @throws RangeError for the motion `none` */
export const slideWithImageAtRest = (layers: SlideLayers, motion: ImageMotion, when: 'start' | 'end'): YuvPicture =>
  slideWithImage(layers, motion)(when === 'start' ? 0 : 1);
