import type { LayoutBox } from '../drawing/layout/boxes.ts';
import type { PictureDimensions } from '../format.ts';

/** Places of a presenter on a slide. `side`: next to the slide, which is smaller. */
export const PRESENTER_PLACES = ['bottom_right', 'bottom_left', 'top_right', 'top_left', 'side'] as const;
/** Outlines of a presenter. */
export const PRESENTER_SHAPES = ['circle', 'rounded', 'rect'] as const;
/** Sizes of a presenter. */
export const PRESENTER_SIZES = ['small', 'medium', 'large'] as const;

/** The place, the outline and the size of a presenter on a slide. */
export interface PresenterLook {
  place: (typeof PRESENTER_PLACES)[number];
  shape: (typeof PRESENTER_SHAPES)[number];
  size: (typeof PRESENTER_SIZES)[number];
}

/** Height of a presenter in a corner, a share of the short side of the slide. */
const HEIGHT_IN_CORNER = { small: 0.2, medium: 0.27, large: 0.36 } as const;
/** The share of the long side of the picture that a presenter next to the slide takes. */
const SHARE_AT_SIDE = { small: 0.26, medium: 0.32, large: 0.4 } as const;
/** Distance from the edges of the slide, a share of its short side. */
const MARGIN_SHARE = 0.04;
/** Width of a box that is not a circle, a share of its height: head and shoulders. */
const BOX_ASPECT = 0.84;

const roundToEven = (pixels: number): number => 2 * Math.round(pixels / 2);

/** Reports whether a picture is wider than high: a presenter next to the slide is then to its right, otherwise below it. */
const isWide = ({ width, height }: PictureDimensions): boolean => width > height;

/**
 * The box of the slide itself: all of the picture, or what a presenter next to it leaves. All numbers are even.
 * @param look undefined: there is no presenter
 */
export function slideBoxNextToPresenter(look: PresenterLook | undefined, picture: PictureDimensions): LayoutBox {
  const wholePicture = { x: 0, y: 0, width: picture.width, height: picture.height };
  if (look?.place !== 'side') return wholePicture;
  const slideShare = 1 - SHARE_AT_SIDE[look.size];
  return isWide(picture)
    ? { ...wholePicture, width: roundToEven(picture.width * slideShare) }
    : { ...wholePicture, height: roundToEven(picture.height * slideShare) };
}

/** The room next to the slide, in which a presenter stands. */
function sideRoom(look: PresenterLook, picture: PictureDimensions): LayoutBox {
  const { width, height } = slideBoxNextToPresenter(look, picture);
  return isWide(picture)
    ? { x: width, y: 0, width: picture.width - width, height: picture.height }
    : { x: 0, y: height, width: picture.width, height: picture.height - height };
}

/** The largest box of a shape within a room, in its middle. */
function centeredBox({ x, y, width, height }: LayoutBox, shape: PresenterLook['shape'], margin: number): LayoutBox {
  const [maxWidth, maxHeight] = [width - 2 * margin, height - 2 * margin];
  const side = Math.min(maxWidth, maxHeight);
  const box =
    shape === 'circle'
      ? { width: roundToEven(side), height: roundToEven(side) }
      : { width: roundToEven(maxWidth), height: roundToEven(maxHeight) };
  return { ...box, x: roundToEven(x + (width - box.width) / 2), y: roundToEven(y + (height - box.height) / 2) };
}

/**
 * The box of a presenter in a picture, its ring included. All numbers are even.
 * @param captionHeight pixels at the bottom that stay free, for captions
 */
export function presenterBox(look: PresenterLook, picture: PictureDimensions, captionHeight = 0): LayoutBox {
  const shortSide = Math.min(picture.width, picture.height);
  const margin = Math.round(shortSide * MARGIN_SHARE);
  const { place, shape, size } = look;
  if (place === 'side') return centeredBox(sideRoom(look, picture), shape, shape === 'rect' ? 0 : margin);
  const height = roundToEven(shortSide * HEIGHT_IN_CORNER[size]);
  const width = shape === 'circle' ? height : roundToEven(height * BOX_ASPECT);
  const isLeft = place === 'bottom_left' || place === 'top_left';
  const isTop = place === 'top_left' || place === 'top_right';
  return {
    width,
    height,
    x: roundToEven(isLeft ? margin : picture.width - margin - width),
    y: roundToEven(isTop ? margin : picture.height - Math.max(margin, captionHeight) - height),
  };
}

/** The radius of the corners of a presenter's box, in pixels. */
export function presenterCornerRadius(
  { shape }: Pick<PresenterLook, 'shape'>,
  { width, height }: PictureDimensions,
): number {
  if (shape === 'circle') return Math.min(width, height) / 2;
  return shape === 'rounded' ? Math.round(Math.min(width, height) * 0.12) : 0;
}

/** The width of the ring around a presenter, in pixels. */
export const presenterRingWidth = ({ width, height }: PictureDimensions): number =>
  Math.max(2, Math.round(Math.min(width, height) * 0.012));
