import type { PictureDimensions } from '../../format.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { cropAroundFocus } from '../layout/image-placement.ts';
import type { RelativePictureArea } from './callout.ts';

/** The image that the areas of callouts refer to, and its place on the slide. */
export interface CalloutImage {
  image: Pick<DrawableImage, 'width' | 'height' | 'fit' | 'focus'>;
  box: LayoutBox;
}

/** The place of a whole image on the slide in pixels, including the parts that its box crops. */
function uncroppedImageBox({ image, box }: CalloutImage): LayoutBox {
  if (image.fit === 'contain') return box;
  const { scaled, left, top } = cropAroundFocus(image.focus, image, box);
  return { x: box.x - left, y: box.y - top, ...scaled };
}

/** The part of a box that is within another box; undefined if they do not overlap. */
export function intersectionOfBoxes(firstBox: LayoutBox, secondBox: LayoutBox): LayoutBox | undefined {
  const [x, y] = [Math.max(firstBox.x, secondBox.x), Math.max(firstBox.y, secondBox.y)];
  const right = Math.min(firstBox.x + firstBox.width, secondBox.x + secondBox.width);
  const bottom = Math.min(firstBox.y + firstBox.height, secondBox.y + secondBox.height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
}

/** An area of the image (of the slide if `calloutImage` is undefined) in whole pixels of the slide; undefined if it is cropped away. */
export function calloutAreaInPixels(
  area: RelativePictureArea,
  slide: PictureDimensions,
  calloutImage: CalloutImage | undefined,
): LayoutBox | undefined {
  const frame = { x: 0, y: 0, width: slide.width, height: slide.height };
  const reference = calloutImage ? uncroppedImageBox(calloutImage) : frame;
  const box = {
    x: reference.x + area.x * reference.width,
    y: reference.y + area.y * reference.height,
    width: area.width * reference.width,
    height: area.height * reference.height,
  };
  const visibleBox = intersectionOfBoxes(box, calloutImage ? calloutImage.box : frame);
  if (!visibleBox) return undefined;
  const [x, y] = [Math.round(visibleBox.x), Math.round(visibleBox.y)];
  const [right, bottom] = [Math.round(visibleBox.x + visibleBox.width), Math.round(visibleBox.y + visibleBox.height)];
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** The share of an area of the image (of the slide if `calloutImage` is undefined) that is visible, 0–1. */
export function visibleShareOfArea(
  area: RelativePictureArea,
  slide: PictureDimensions,
  calloutImage: CalloutImage | undefined,
): number {
  const visibleBox = calloutAreaInPixels(area, slide, calloutImage);
  const reference = calloutImage ? uncroppedImageBox(calloutImage) : slide;
  const areaInPixels = area.width * reference.width * area.height * reference.height;
  return visibleBox && areaInPixels > 0 ? Math.min(1, (visibleBox.width * visibleBox.height) / areaInPixels) : 0;
}
