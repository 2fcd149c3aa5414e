import { presenterCrop } from '../../footage/presenter-crop.ts';
import {
  presenterBox,
  presenterCornerRadius,
  presenterRingWidth,
  slideBoxNextToPresenter,
} from '../../footage/presenter-look.ts';
import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { SlideTemplate } from '../design.ts';
import type { DrawableImage, DrawablePresenter, SlidePaintState } from '../drawable-slide.ts';
import { captionArea } from '../layout/caption-area.ts';
import { cropAroundFocus } from '../layout/image-placement.ts';
import { mainEdgeColor } from './main-edge-color.ts';
import { fillRoundedBox, pastePicture, pasteRoundedPicture, singleColorPicture } from './raster.ts';

/** Colour of the ring around presenters, `#rrggbb`: the accent of content slides, so that it is the same on all slides. */
export const presenterRingColor = ({ scenes }: Pick<SlideTemplate, 'scenes'>): string => scenes.content.palette.accent;

/** Pixels at the bottom of a picture that a presenter leaves free for captions. */
export const captionSpaceInPixels = (size: PictureDimensions, captioned: SlidePaintState['captioned']): number =>
  captioned ? captionArea(size, captioned).reserved.bottom : 0;

/** The part of a picture at `left`, `top`, in a size; pixels. */
function cropPicture(
  { width, rgba }: RawPicture,
  { left, top, size }: { left: number; top: number; size: PictureDimensions },
): RawPicture {
  const croppedRgba = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    const sourceOffset = ((top + y) * width + left) * 4;
    croppedRgba.set(rgba.subarray(sourceOffset, sourceOffset + size.width * 4), y * size.width * 4);
  }
  return { width: size.width, height: size.height, rgba: croppedRgba };
}

/** Functions with which a slide with a presenter is drawn. */
export interface DrawPresenterDeps {
  /** Draws the slide without its presenter, in a size. */
  paint(size: PictureDimensions): Promise<RawPicture>;
  /** Draws an image, not cropped, in a size with its aspect ratio. */
  load(image: DrawableImage, size: PictureDimensions): Promise<RawPicture>;
}

/** Draws the poster of a presenter into a picture, with a ring. Changes the picture. `below`: pixels at the bottom that stay free. */
async function drawPoster(
  picture: RawPicture,
  presenter: DrawablePresenter,
  { load }: Pick<DrawPresenterDeps, 'load'>,
  { color, below }: { color: string; below: number },
): Promise<void> {
  const { image, look } = presenter;
  const box = presenterBox(look, picture, below);
  const ringWidth = presenterRingWidth(box);
  const radius = presenterCornerRadius(look, box);
  const { focus, zoom } = presenterCrop(presenter, image, box);
  const { scaled, left, top } = cropAroundFocus(focus, image, box, zoom);
  const poster = await load({ ...image, fit: 'contain' }, scaled);
  const innerSize = { width: box.width - 2 * ringWidth, height: box.height - 2 * ringWidth };
  fillRoundedBox(picture, box, color, radius);
  const posterCorner = { x: box.x + ringWidth, y: box.y + ringWidth };
  pasteRoundedPicture(
    picture,
    cropPicture(poster, { left: left + ringWidth, top: top + ringWidth, size: innerSize }),
    posterCorner,
    Math.max(0, radius - ringWidth),
  );
}

/**
 * The picture of a slide with its presenter, as in the poster of the recording. A slide with a presenter next to it is drawn in the rest of
 * the picture; the room of the presenter has the colour of the slide's edges.
 * @param options `color` of the ring, `#rrggbb`; `below`: pixels at the bottom that the presenter leaves free; `isAlone` true: the presenter is
 * not drawn, and the room next to the slide stays empty
 */
export async function drawSlideWithPresenter(
  presenter: DrawablePresenter,
  size: PictureDimensions,
  deps: DrawPresenterDeps,
  options: { color: string; below: number; isAlone: boolean },
): Promise<RawPicture> {
  const { color, below, isAlone } = options;
  const { width, height } = slideBoxNextToPresenter(presenter.look, size);
  const slide = await deps.paint({ width, height });
  const fillsPicture = width === size.width && height === size.height;
  const picture = fillsPicture
    ? slide
    : singleColorPicture({ width: size.width, height: size.height }, mainEdgeColor(slide, size));
  if (!fillsPicture) pastePicture(picture, slide, 0, 0);
  if (!isAlone) await drawPoster(picture, presenter, deps, { color, below });
  return picture;
}
