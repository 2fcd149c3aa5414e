import type { PictureDimensions } from '../../format.ts';
import type { SlideTemplate } from '../design.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from './boxes.ts';
import { boxClearOfEdges, type ReservedEdges } from './caption-area.ts';

/** Place of a slide's image: `imageBox`, in the middle of `panel`; both in whole pixels within the slide. */
export interface ImagePlacement {
  panel: LayoutBox;
  imageBox: LayoutBox;
  /** Radius of the panel's corners in pixels. */
  radius: number;
  /** True if a thin line surrounds the image where its edges have the colour of the slide. Absent: never. */
  isOutlined?: true | undefined;
}

/** The largest even number of pixels up to a length. */
export const roundedDownToEven = (pixels: number): number => 2 * Math.floor(pixels / 2);

/**
 * The box with its edges moved inwards to even pixels, on which 4:2:0 video has its chroma samples. A right or bottom edge of the slide
 * is kept, so that no gap appears next to a full-bleed image of odd size.
 */
export function boxWithEvenEdges({ x, y, width, height }: LayoutBox, slide: PictureDimensions): LayoutBox {
  const start = (from: number): number => 2 * Math.ceil(from / 2);
  const end = (to: number, edge: number): number => (to >= edge ? edge : roundedDownToEven(to));
  const left = start(x);
  const top = start(y);
  return {
    x: left,
    y: top,
    width: Math.max(2, end(x + width, slide.width) - left),
    height: Math.max(2, end(y + height, slide.height) - top),
  };
}

/** The nearest even number of pixels, at least two: chroma has half of them. */
export const nearestEvenPixels = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

/** The largest box with the aspect ratio of the source in the middle of `outer`, both sides even. */
export function largestContainedBox(source: PictureDimensions, outer: LayoutBox): LayoutBox {
  const scale = Math.min(outer.width / source.width, outer.height / source.height);
  const width = Math.min(outer.width, nearestEvenPixels(source.width * scale));
  const height = Math.min(outer.height, nearestEvenPixels(source.height * scale));
  return {
    x: outer.x + roundedDownToEven((outer.width - width) / 2),
    y: outer.y + roundedDownToEven((outer.height - height) / 2),
    width,
    height,
  };
}

/** The most by which an image that is shown whole is enlarged, on a slide whose short side has `OF_SHORT` pixels. */
const MAX_ENLARGED = 2;
const OF_SHORT = 1080;

/** The largest factor by which a whole image may be enlarged in one direction (pixels of the slide per pixel). */
export const maxImageEnlargement = ({ width, height }: PictureDimensions): number =>
  (MAX_ENLARGED * Math.min(width, height)) / OF_SHORT;

/**
 * The box of a whole image: the largest one in `outer`, but enlarged at most by `maxImageEnlargement`, so that its pixels are not seen. It
 * takes the same share of a slide at every resolution.
 */
export function imageBoxWithBoundedEnlargement(
  source: PictureDimensions,
  outer: LayoutBox,
  slide: PictureDimensions,
): LayoutBox {
  const scale = maxImageEnlargement(slide);
  const most = { width: source.width * scale, height: source.height * scale };
  if (most.width >= outer.width || most.height >= outer.height) return largestContainedBox(source, outer);
  const even = (side: number): number => Math.max(2, roundedDownToEven(side));
  const [width, height] = [even(most.width), even(most.height)];
  const [x, y] = [
    outer.x + roundedDownToEven((outer.width - width) / 2),
    outer.y + roundedDownToEven((outer.height - height) / 2),
  ];
  return { x, y, width, height };
}

/** Reports whether a part of the frame stays free next to an image that is shown whole. */
export function leavesRoomAroundImage(
  { width, height, fit }: Pick<DrawableImage, 'width' | 'height' | 'fit'>,
  frame: PictureDimensions,
): boolean {
  if (fit === 'cover') return false;
  const box = largestContainedBox({ width, height }, { x: 0, y: 0, ...frame });
  return box.width < frame.width || box.height < frame.height;
}

/** Display of an image: in a panel next to text, whole and without a panel, or as the background of the slide. */
export type ImageDisplay = 'panel' | 'whole' | 'ground';

/** Computes the place of an image in its region of a slide of `size`: cropped to fill it, or whole in the middle of it. */
export function imagePlacement(
  region: LayoutBox,
  image: DrawableImage,
  display: ImageDisplay,
  size: PictureDimensions,
  { radius, inset: outer, frame }: SlideTemplate['image'],
): ImagePlacement {
  const panel = boxWithEvenEdges(region, size);
  const rounded = display === 'ground' ? 0 : Math.round(radius * Math.min(size.width, size.height));
  if (display === 'whole') {
    const whole = imageBoxWithBoundedEnlargement(image, panel, size);
    return { panel: whole, imageBox: whole, radius: 0, ...(frame ? {} : { isOutlined: true }) };
  }
  if (image.fit === 'cover') return { panel, imageBox: panel, radius: rounded };
  // An image that has space around its panel needs less within it.
  const part = outer > 0 ? 0.015 : 0.0275;
  const usual = 2 * Math.round(Math.min(size.width, size.height) * part);
  // A panel with little room next to captions keeps half of it for the image.
  const inset = display === 'ground' ? 0 : Math.min(usual, roundedDownToEven(Math.min(panel.width, panel.height) / 4));
  const { x, y, width, height } = panel;
  const within = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  const imageBox =
    display === 'ground' ? largestContainedBox(image, within) : imageBoxWithBoundedEnlargement(image, within, size);
  return { panel, imageBox, radius: rounded };
}

/** Crop that fills a box with an image: scale it to `scaled`, then cut the size of the box at `left`, `top`; all in pixels. */
export interface ImageCrop {
  scaled: PictureDimensions;
  left: number;
  top: number;
}

/** The value, or the end of a range that is nearest to it. */
export const clampToRange = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * The crop that fills `target` with the largest part of `source`, its focus (0–1) in the middle, or as near to it as the edges allow.
 * @param zoom by which the part is smaller, at least 1
 */
export function cropAroundFocus(
  focus: { x: number; y: number },
  source: PictureDimensions,
  target: PictureDimensions,
  zoom = 1,
): ImageCrop {
  const scale = zoom * Math.max(target.width / source.width, target.height / source.height);
  const scaled = {
    width: Math.max(target.width, Math.round(source.width * scale)),
    height: Math.max(target.height, Math.round(source.height * scale)),
  };
  return {
    scaled,
    left: clampToRange(Math.round(focus.x * scaled.width - target.width / 2), 0, scaled.width - target.width),
    top: clampToRange(Math.round(focus.y * scaled.height - target.height / 2), 0, scaled.height - target.height),
  };
}

/**
 * The place of an image with text, clear of captions. It is smaller where they would cover it; the frame around a picture of a whole slide
 * does not change.
 * @param place the place of the image without captions
 */
export function imageClearOfSubtitles(
  place: ImagePlacement,
  image: Pick<DrawableImage, 'width' | 'height' | 'fit' | 'is_page'>,
  reserved: ReservedEdges,
  size: PictureDimensions,
): ImagePlacement {
  const { panel, imageBox, radius, isOutlined } = place;
  const isClear = imageBox.y >= reserved.top && imageBox.y + imageBox.height <= size.height - reserved.bottom;
  if (isClear) return place;
  const room = boxWithEvenEdges(boxClearOfEdges(panel, reserved, size), size);
  if (image.is_page) return { panel, imageBox: largestContainedBox(image, room), radius };
  if (image.fit === 'cover') return { panel: room, imageBox: room, radius };
  return { panel: room, imageBox: largestContainedBox(image, room), radius, isOutlined };
}
