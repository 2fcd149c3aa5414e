import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/** The pictures of a slide for a zoom of the camera, and the part of the slide to which the camera moves. */
export interface CameraZoomLayers {
  /** The whole slide in the size of the video. */
  picture: RawPicture;
  /** The whole slide, drawn larger; both sides even. */
  large: RawPicture;
  /** The part of `large` that fills the frame, in its pixels; its corner is at even pixels. */
  view: LayoutBox;
}

/** Space around the area on each side, as a part of the area's width and height. */
const SPACE_AROUND = 0.08;
/** The smallest part of the width and the height of the slide that the camera shows. */
const MIN_VIEW_SHARE = 0.25;
/** The longest side of the larger picture, in pixels. */
const MAX_SIDE_PIXELS = 4096;

/** The part of a slide that the camera shows: the area with space around it, in the aspect ratio of the slide, within the slide. */
export function cameraViewOfArea(area: LayoutBox, { width, height }: PictureDimensions): LayoutBox {
  const neededPart = Math.max(area.width / width, area.height / height) * (1 + 2 * SPACE_AROUND);
  const part = Math.min(1, Math.max(MIN_VIEW_SHARE, neededPart));
  const clampToSlide = (middle: number, length: number, slideLength: number): number =>
    Math.min(Math.max(middle - length / 2, 0), slideLength - length);
  const [viewWidth, viewHeight] = [part * width, part * height];
  return {
    x: clampToSlide(area.x + area.width / 2, viewWidth, width),
    y: clampToSlide(area.y + area.height / 2, viewHeight, height),
    width: viewWidth,
    height: viewHeight,
  };
}

/**
 * The scale at which a part of a slide is drawn, the size of the slide at that scale, and the part in its pixels. The scale is that at which
 * the part fills the frame, or less if the slide would be larger than MAX_SIDE_PIXELS.
 */
export function cameraZoomToPart(
  part: LayoutBox,
  size: PictureDimensions,
): { scale: number; large: PictureDimensions; view: LayoutBox } {
  const fillingScale = size.width / part.width;
  const scale = Math.max(1, Math.min(fillingScale, MAX_SIDE_PIXELS / Math.max(size.width, size.height)));
  const toEven = (length: number): number => 2 * Math.round(length / 2);
  const large = { width: toEven(size.width * scale), height: toEven(size.height * scale) };
  const [width, height] = [toEven((size.width * scale) / fillingScale), toEven((size.height * scale) / fillingScale)];
  const view = {
    x: Math.min(toEven(part.x * scale), large.width - width),
    y: Math.min(toEven(part.y * scale), large.height - height),
    width,
    height,
  };
  return { scale, large, view };
}
