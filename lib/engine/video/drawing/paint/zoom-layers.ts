import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/** A slide and the part of it to which the camera moves. */
export interface ZoomLayers {
  /** The whole slide in its size. */
  picture: RawPicture;
  /** The whole slide, drawn larger; both sides even. */
  large: RawPicture;
  /** The part of `large` that fills the frame, in its pixels; its corner is at even pixels. */
  view: LayoutBox;
}

/** Space around the area in the frame, as a part of its sides. */
const AROUND = 0.08;
/** The smallest part of the slide that the camera shows. */
const MIN_VIEW_SHARE = 0.25;
/** The longest side of the larger picture, in pixels. */
const MAX_SIDE_PIXELS = 4096;

/** The part of a slide that the camera shows: the area with space around it, in the proportions of the slide, within the slide. */
export function cameraViewOfArea(area: LayoutBox, { width, height }: PictureDimensions): LayoutBox {
  const wanted = Math.max(area.width / width, area.height / height) * (1 + 2 * AROUND);
  const part = Math.min(1, Math.max(MIN_VIEW_SHARE, wanted));
  const within = (middle: number, length: number, whole: number): number =>
    Math.min(Math.max(middle - length / 2, 0), whole - length);
  const [w, h] = [part * width, part * height];
  return {
    x: within(area.x + area.width / 2, w, width),
    y: within(area.y + area.height / 2, h, height),
    width: w,
    height: h,
  };
}

/** The scale at which a part of a slide fills the frame, the size of the slide at that scale, and the part in its pixels. */
export function cameraZoomToPart(
  part: LayoutBox,
  size: PictureDimensions,
): { scale: number; large: PictureDimensions; view: LayoutBox } {
  const wanted = size.width / part.width;
  const scale = Math.max(1, Math.min(wanted, MAX_SIDE_PIXELS / Math.max(size.width, size.height)));
  const even = (length: number): number => 2 * Math.round(length / 2);
  const large = { width: even(size.width * scale), height: even(size.height * scale) };
  const [width, height] = [even((size.width * scale) / wanted), even((size.height * scale) / wanted)];
  const view = {
    x: Math.min(even(part.x * scale), large.width - width),
    y: Math.min(even(part.y * scale), large.height - height),
    width,
    height,
  };
  return { scale, large, view };
}
