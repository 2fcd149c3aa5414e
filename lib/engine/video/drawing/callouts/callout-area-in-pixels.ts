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
function wholeBox({ image, box }: CalloutImage): LayoutBox {
  if (image.fit === 'contain') return box;
  const { scaled, left, top } = cropAroundFocus(image.focus, image, box);
  return { x: box.x - left, y: box.y - top, ...scaled };
}

/** The part of a box that is within another box; undefined if they do not overlap. */
export function intersectionOfBoxes(one: LayoutBox, other: LayoutBox): LayoutBox | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
}

/** An area of the image (of the slide if there is no image) in whole pixels of the slide; undefined if it is cropped away. */
export function calloutAreaInPixels(
  area: RelativePictureArea,
  slide: PictureDimensions,
  called: CalloutImage | undefined,
): LayoutBox | undefined {
  const frame = { x: 0, y: 0, width: slide.width, height: slide.height };
  const whole = called ? wholeBox(called) : frame;
  const box = {
    x: whole.x + area.x * whole.width,
    y: whole.y + area.y * whole.height,
    width: area.width * whole.width,
    height: area.height * whole.height,
  };
  const seen = intersectionOfBoxes(box, called ? called.box : frame);
  if (!seen) return undefined;
  const [x, y] = [Math.round(seen.x), Math.round(seen.y)];
  const [right, bottom] = [Math.round(seen.x + seen.width), Math.round(seen.y + seen.height)];
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** The part of an area that can be seen, 0–1. */
export function visibleShareOfArea(
  area: RelativePictureArea,
  slide: PictureDimensions,
  called: CalloutImage | undefined,
): number {
  const seen = calloutAreaInPixels(area, slide, called);
  const whole = called ? wholeBox(called) : slide;
  const all = area.width * whole.width * area.height * whole.height;
  return seen && all > 0 ? Math.min(1, (seen.width * seen.height) / all) : 0;
}
