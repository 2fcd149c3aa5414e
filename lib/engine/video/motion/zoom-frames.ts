import { interpolateBoxes, type LayoutBox } from '../drawing/layout/boxes.ts';
import type { ZoomLayers } from '../drawing/paint/zoom-layers.ts';
import type { RawPicture, YuvPicture } from '../picture.ts';
import { crossFadePictures } from '../transitions/cross-fade.ts';
import { smootherstep, smoothstep } from '../transitions/easing.ts';
import { sampleSlidePart } from '../transitions/morph/moving-box.ts';
import { rgbToYuv420 } from './rgb-to-yuv420.ts';
import { type SplinePlane, splinePlanes } from './spline.ts';

/** The direction in which the camera moves: to the part of the slide, or back to the whole. */
export type CameraZoomDirection = 'in' | 'out';

const scaled = ({ x, y, width, height }: LayoutBox, by: number): LayoutBox => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

/** The range of the way (0–1) in which both drawings of the slide are mixed: before and after it, only one of them is sampled. */
const MIXED = { from: 0.25, to: 0.6 } as const;

/** The slide at a place (0–1) of the way to the part. Near the start its usual picture is shown, near the part the larger one. */
function zoomAt({ picture, large: largePicture, view }: ZoomLayers): (progress: number) => YuvPicture {
  const [large, usual] = [splinePlanes(rgbToYuv420(largePicture)), splinePlanes(rgbToYuv420(picture))];
  const frame = { x: 0, y: 0, width: picture.width, height: picture.height };
  const seen = (source: readonly SplinePlane[], part: LayoutBox) => sampleSlidePart(source, part, frame, frame);
  const whole = { x: 0, y: 0, width: largePicture.width, height: largePicture.height };
  return (progress) => {
    const part = interpolateBoxes(whole, view, progress);
    const weight = Math.round(256 * smoothstep((progress - MIXED.from) / (MIXED.to - MIXED.from)));
    const sampleUsual = () => seen(usual, scaled(part, picture.width / largePicture.width));
    const sampleLarge = () => seen(large, part);
    return weight === 0
      ? sampleUsual()
      : weight === 256
        ? sampleLarge()
        : crossFadePictures(sampleUsual(), sampleLarge(), weight);
  };
}

/**
 * The frames in which the camera moves to a part of a slide, or back. The pictures at both ends are not among them: they come before the
 * first frame and after the last. Every picture has its own memory.
 * @throws RangeError unless `frames` is a whole number from 1
 */
export async function* zoomFrames(
  layers: ZoomLayers,
  direction: CameraZoomDirection,
  frames: number,
): AsyncGenerator<YuvPicture> {
  if (!Number.isInteger(frames) || frames < 1) throw new RangeError(`a zoom cannot have ${frames} frames`);
  const at = zoomAt(layers);
  for (let i = 1; i <= frames; i++) {
    const progress = smootherstep(i / (frames + 1));
    yield at(direction === 'in' ? progress : 1 - progress);
  }
}

/** The picture in which the part of a slide fills the frame. */
export async function zoomedPicture({ picture, large, view }: ZoomLayers): Promise<RawPicture> {
  const { width, height } = picture;
  const cut = new Uint8Array(view.width * view.height * 4);
  for (let y = 0; y < view.height; y++) {
    const from = ((view.y + y) * large.width + view.x) * 4;
    cut.set(large.rgba.subarray(from, from + view.width * 4), y * view.width * 4);
  }
  if (view.width === width && view.height === height) return { width, height, rgba: cut };
  // A slide is not drawn larger than pictures may be: the rest of the enlargement is done here.
  const { default: sharp } = await import('sharp');
  const raw = { width: view.width, height: view.height, channels: 4 } as const;
  return {
    width,
    height,
    rgba: await sharp(cut, { raw }).resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer(),
  };
}
