import { interpolateBoxes, type LayoutBox } from '../drawing/layout/boxes.ts';
import type { CameraZoomLayers } from '../drawing/paint/camera-zoom-layers.ts';
import type { RawPicture, YuvPicture } from '../picture.ts';
import { crossFadePictures } from '../transitions/cross-fade.ts';
import { smootherstep, smoothstep } from '../transitions/easing.ts';
import { sampleSlidePart } from '../transitions/morph/moving-box.ts';
import { rgbToYuv420 } from './rgb-to-yuv420.ts';
import { computeSplineCoefficientPlanes, type SplinePlane } from './spline.ts';

/** The direction in which the camera moves: to the part of the slide, or back to the whole. */
export type CameraZoomDirection = 'in' | 'out';

const scaledBox = ({ x, y, width, height }: LayoutBox, factor: number): LayoutBox => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

/** The range of the way (0–1) in which both drawings of the slide are mixed: before and after it, only one of them is sampled. */
const MIXED_RANGE = { from: 0.25, to: 0.6 } as const;

/** The slide at a place (0–1) of the way to the part. Near the start the picture of the slide is shown, near the part the larger drawing. */
function zoomAt({ picture, large: largePicture, view }: CameraZoomLayers): (progress: number) => YuvPicture {
  const [largePlanes, smallPlanes] = [
    computeSplineCoefficientPlanes(rgbToYuv420(largePicture)),
    computeSplineCoefficientPlanes(rgbToYuv420(picture)),
  ];
  const frame = { x: 0, y: 0, width: picture.width, height: picture.height };
  const sampledPart = (source: readonly SplinePlane[], part: LayoutBox) => sampleSlidePart(source, part, frame, frame);
  const wholeSlide = { x: 0, y: 0, width: largePicture.width, height: largePicture.height };
  return (progress) => {
    const part = interpolateBoxes(wholeSlide, view, progress);
    const weight = Math.round(256 * smoothstep((progress - MIXED_RANGE.from) / (MIXED_RANGE.to - MIXED_RANGE.from)));
    const sampleSmall = () => sampledPart(smallPlanes, scaledBox(part, picture.width / largePicture.width));
    const sampleLarge = () => sampledPart(largePlanes, part);
    return weight === 0
      ? sampleSmall()
      : weight === 256
        ? sampleLarge()
        : crossFadePictures(sampleSmall(), sampleLarge(), weight);
  };
}

/**
 * The frames in which the camera moves to a part of a slide, or back. The pictures at both ends are not among them: they come before the
 * first frame and after the last. Every picture has its own memory.
 * @throws RangeError unless `frames` is a whole number from 1
 */
export async function* zoomFrames(
  layers: CameraZoomLayers,
  direction: CameraZoomDirection,
  frames: number,
): AsyncGenerator<YuvPicture> {
  if (!Number.isInteger(frames) || frames < 1) throw new RangeError(`a zoom cannot have ${frames} frames`);
  const pictureAt = zoomAt(layers);
  for (let i = 1; i <= frames; i++) {
    const progress = smootherstep(i / (frames + 1));
    yield pictureAt(direction === 'in' ? progress : 1 - progress);
  }
}

/** The picture in which the part of a slide fills the frame. */
export async function zoomedPicture({ picture, large, view }: CameraZoomLayers): Promise<RawPicture> {
  const { width, height } = picture;
  const croppedPixels = new Uint8Array(view.width * view.height * 4);
  for (let y = 0; y < view.height; y++) {
    const rowStart = ((view.y + y) * large.width + view.x) * 4;
    croppedPixels.set(large.rgba.subarray(rowStart, rowStart + view.width * 4), y * view.width * 4);
  }
  if (view.width === width && view.height === height) return { width, height, rgba: croppedPixels };
  // A slide is not drawn larger than pictures may be: the rest of the enlargement is done here.
  const { default: sharp } = await import('sharp');
  const raw = { width: view.width, height: view.height, channels: 4 } as const;
  return {
    width,
    height,
    rgba: await sharp(croppedPixels, { raw }).resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer(),
  };
}
