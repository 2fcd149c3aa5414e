import type { PictureDimensions } from '../../format.ts';
import type { SlideTemplate } from '../design.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from './boxes.ts';
import { clearBoxOfReservedEdges, type ReservedEdges } from './caption-area.ts';

/** Place of a slide's image: `imageBox`, in the middle of `panel`; both in whole pixels within the slide. */
export interface ImagePlacement {
  panel: LayoutBox;
  imageBox: LayoutBox;
  /** Radius of the panel's corners in pixels. */
  radius: number;
  /** True if a thin line surrounds the image if its edges have the colour of the slide. Absent: no line. */
  isOutlined?: true | undefined;
}

/** The largest even number of pixels up to a length. */
export const roundedDownToEven = (pixels: number): number => 2 * Math.floor(pixels / 2);

/**
 * The box with its edges moved inwards to even pixels, on which 4:2:0 video has its chroma samples. A right or bottom edge of the slide
 * is kept, so that no gap appears next to a full-bleed image of odd size.
 */
export function boxWithEvenEdges({ x, y, width, height }: LayoutBox, slide: PictureDimensions): LayoutBox {
  const evenStart = (from: number): number => 2 * Math.ceil(from / 2);
  const evenEnd = (to: number, edge: number): number => (to >= edge ? edge : roundedDownToEven(to));
  const left = evenStart(x);
  const top = evenStart(y);
  return {
    x: left,
    y: top,
    width: Math.max(2, evenEnd(x + width, slide.width) - left),
    height: Math.max(2, evenEnd(y + height, slide.height) - top),
  };
}

/** The nearest even number of pixels, at least two: in 4:2:0, two pixels share a chroma sample. */
export const nearestEvenPixels = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

/** The largest box with the aspect ratio of the source in the middle of `outer`, in pixels. Its sides are even unless `outer` limits them. */
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

/** The largest factor by which an image that is shown whole is enlarged, on a slide whose short side has `REFERENCE_SHORT_SIDE` pixels. */
const MAX_ENLARGEMENT = 2;
const REFERENCE_SHORT_SIDE = 1080;

/** The largest factor by which a whole image may be enlarged in one direction (pixels of the slide per pixel). */
export const maxImageEnlargement = ({ width, height }: PictureDimensions): number =>
  (MAX_ENLARGEMENT * Math.min(width, height)) / REFERENCE_SHORT_SIDE;

/**
 * The box of a whole image: the largest one in `outer`, but enlarged at most by `maxImageEnlargement`, so that its pixels are not visible.
 * It takes the same share of a slide at every resolution.
 */
export function imageBoxWithBoundedEnlargement(
  source: PictureDimensions,
  outer: LayoutBox,
  slide: PictureDimensions,
): LayoutBox {
  const scale = maxImageEnlargement(slide);
  const maxSize = { width: source.width * scale, height: source.height * scale };
  if (maxSize.width >= outer.width || maxSize.height >= outer.height) return largestContainedBox(source, outer);
  const evenLength = (side: number): number => Math.max(2, roundedDownToEven(side));
  const [width, height] = [evenLength(maxSize.width), evenLength(maxSize.height)];
  const [x, y] = [
    outer.x + roundedDownToEven((outer.width - width) / 2),
    outer.y + roundedDownToEven((outer.height - height) / 2),
  ];
  return { x, y, width, height };
}

/** Reports whether an image leaves a part of the frame free: it is shown whole, and has another aspect ratio. */
export function leavesRoomAroundImage(
  { width, height, fit }: Pick<DrawableImage, 'width' | 'height' | 'fit'>,
  frame: PictureDimensions,
): boolean {
  if (fit === 'cover') return false;
  const box = largestContainedBox({ width, height }, { x: 0, y: 0, ...frame });
  return box.width < frame.width || box.height < frame.height;
}

/** Display of an image: in a panel next to text, whole and without a panel, or as the background of the slide. */
export type ImagePlacementKind = 'panel' | 'whole' | 'ground';

/**
 * Computes the place of an image in its region of a slide of `size`: cropped to fill it, or whole in the middle of it.
 * @param design radius of corners, distance from the edges of the slide, and frame of the images of the template
 */
export function imagePlacement(
  region: LayoutBox,
  image: DrawableImage,
  display: ImagePlacementKind,
  size: PictureDimensions,
  design: SlideTemplate['image'],
): ImagePlacement {
  const { radius, inset: outerInset, frame } = design;
  const panel = boxWithEvenEdges(region, size);
  const cornerRadius = display === 'ground' ? 0 : Math.round(radius * Math.min(size.width, size.height));
  if (display === 'whole') {
    const wholeBox = imageBoxWithBoundedEnlargement(image, panel, size);
    return { panel: wholeBox, imageBox: wholeBox, radius: 0, ...(frame ? {} : { isOutlined: true }) };
  }
  if (image.fit === 'cover') return { panel, imageBox: panel, radius: cornerRadius };
  // An image that has space around its panel needs less within it.
  const insetPart = outerInset > 0 ? 0.015 : 0.0275;
  const usualInset = 2 * Math.round(Math.min(size.width, size.height) * insetPart);
  // A panel with little room next to captions keeps half of it for the image.
  const inset =
    display === 'ground' ? 0 : Math.min(usualInset, roundedDownToEven(Math.min(panel.width, panel.height) / 4));
  const { x, y, width, height } = panel;
  const insetBox = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  const imageBox =
    display === 'ground' ? largestContainedBox(image, insetBox) : imageBoxWithBoundedEnlargement(image, insetBox, size);
  return { panel, imageBox, radius: cornerRadius };
}

/** A crop that fills a box with an image: the image is scaled to `scaled`, and the box starts at `left`, `top` in it; all in pixels. */
export interface ScaledImageCrop {
  scaled: PictureDimensions;
  left: number;
  top: number;
}

/** The value, or the end of the range that is nearest to it if it is outside. */
export const clampToRange = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * The crop that fills `target` with the largest part of `source`, its focus (0–1) in the middle, or as near to it as the edges allow.
 * @param zoom the factor by which the part is smaller, at least 1
 */
export function cropAroundFocus(
  focus: { x: number; y: number },
  source: PictureDimensions,
  target: PictureDimensions,
  zoom = 1,
): ScaledImageCrop {
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
 * The place of an image with text in it, clear of captions. It is made smaller if they would cover it; the panel around a picture of a whole
 * slide does not change.
 * @param place the place of the image without captions
 */
export function imagePlacementClearOfSubtitles(
  place: ImagePlacement,
  image: Pick<DrawableImage, 'width' | 'height' | 'fit' | 'is_page'>,
  reserved: ReservedEdges,
  size: PictureDimensions,
): ImagePlacement {
  const { panel, imageBox, radius, isOutlined } = place;
  const isClear = imageBox.y >= reserved.top && imageBox.y + imageBox.height <= size.height - reserved.bottom;
  if (isClear) return place;
  const room = boxWithEvenEdges(clearBoxOfReservedEdges(panel, reserved, size), size);
  if (image.is_page) return { panel, imageBox: largestContainedBox(image, room), radius };
  if (image.fit === 'cover') return { panel: room, imageBox: room, radius };
  return { panel: room, imageBox: largestContainedBox(image, room), radius, isOutlined };
}
