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
import type { DrawableImage, DrawablePresenter, PaintOptions } from '../drawable-slide.ts';
import { captionArea } from '../layout/caption-area.ts';
import { cropAroundFocus } from '../layout/image-placement.ts';
import { mainEdgeColor } from './main-edge-color.ts';
import { fillRoundedBox, pastePicture, pasteRoundedPicture, singleColorPicture } from './raster.ts';

/** Colour of the ring around presenters, `#rrggbb`: the accent of usual pages, so that it is the same on all slides. */
export const presenterRingColor = ({ scenes }: Pick<SlideTemplate, 'scenes'>): string => scenes.content.palette.accent;

/** Pixels at the bottom of a picture that a presenter leaves to captions. */
export const captionSpaceInPixels = (size: PictureDimensions, captioned: PaintOptions['captioned']): number =>
  captioned ? captionArea(size, captioned).reserved.bottom : 0;

/** The part of a picture around which it is cropped. */
function cropped(
  { width, rgba }: RawPicture,
  { left, top, size }: { left: number; top: number; size: PictureDimensions },
): RawPicture {
  const part = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    const from = ((top + y) * width + left) * 4;
    part.set(rgba.subarray(from, from + size.width * 4), y * size.width * 4);
  }
  return { width: size.width, height: size.height, rgba: part };
}

/** Functions with which a presenter is drawn: one draws the slide without it, the other its poster in a size. */
export interface DrawPresenterDeps {
  /** Draws the slide alone, in a size. */
  paint(size: PictureDimensions): Promise<RawPicture>;
  /** Draws an image, not cropped, in a size of its shape. */
  load(image: DrawableImage, size: PictureDimensions): Promise<RawPicture>;
}

/** Draws the poster of a presenter into a picture, with a ring. Changes the picture. */
async function layPoster(
  picture: RawPicture,
  presenter: DrawablePresenter,
  { load }: Pick<DrawPresenterDeps, 'load'>,
  { color, below }: { color: string; below: number },
): Promise<void> {
  const { image, look } = presenter;
  const box = presenterBox(look, picture, below);
  const ring = presenterRingWidth(box);
  const radius = presenterCornerRadius(look, box);
  const { focus, zoom } = presenterCrop(presenter, image, box);
  const { scaled, left, top } = cropAroundFocus(focus, image, box, zoom);
  const poster = await load({ ...image, fit: 'contain' }, scaled);
  const size = { width: box.width - 2 * ring, height: box.height - 2 * ring };
  fillRoundedBox(picture, box, color, radius);
  const place = { x: box.x + ring, y: box.y + ring };
  pasteRoundedPicture(
    picture,
    cropped(poster, { left: left + ring, top: top + ring, size }),
    place,
    Math.max(0, radius - ring),
  );
}

/**
 * The picture of a slide with its presenter, who stands as in the poster. A slide with somebody next to it is drawn in the room that is left;
 * the rest of the picture has the colour of its edges.
 * @param isAlone true: only the room for somebody next to the slide is left
 */
export async function slideWithPresenterPicture(
  presenter: DrawablePresenter,
  size: PictureDimensions,
  deps: DrawPresenterDeps,
  { color, below, isAlone }: { color: string; below: number; isAlone: boolean },
): Promise<RawPicture> {
  const { width, height } = slideBoxNextToPresenter(presenter.look, size);
  const slide = await deps.paint({ width, height });
  const isWhole = width === size.width && height === size.height;
  const picture = isWhole
    ? slide
    : singleColorPicture({ width: size.width, height: size.height }, mainEdgeColor(slide, size));
  if (!isWhole) pastePicture(picture, slide, 0, 0);
  if (!isAlone) await layPoster(picture, presenter, deps, { color, below });
  return picture;
}
