import { imageViewportAtPhase } from '../../motion/image-motion.ts';
import { type SlowZoomMoment, slowZoomViewport } from '../../motion/slow-zoom.ts';
import type { RawPicture } from '../../picture.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { cropAroundFocus } from '../layout/image-placement.ts';
import type { RoundedPictureCorners } from '../layout/pasted-picture.ts';
import type { ImageRestState, VisibleImage } from './morph-layers.ts';
import { motionImageSize } from './slide-layers.ts';

/** An image in its place on a slide. */
export interface PlacedImage {
  image: DrawableImage;
  box: LayoutBox;
  /** Radius of the round corners, in pixels. */
  radius: number;
  corners?: RoundedPictureCorners | undefined;
  /** Absent: the image does not move. */
  rest?: ImageRestState | undefined;
  /** Its size in a slow zoom; absent: it has none. */
  zoom?: SlowZoomMoment | undefined;
}

/** The same picture with sides of even length: its last column and row are repeated. */
function withEvenSides(picture: RawPicture): RawPicture {
  const { width, height, rgba } = picture;
  if (width % 2 === 0 && height % 2 === 0) return picture;
  const size = { width: width + (width % 2), height: height + (height % 2) };
  const even = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    const row = Math.min(y, height - 1) * width * 4;
    even.set(rgba.subarray(row, row + width * 4), y * size.width * 4);
    if (size.width > width)
      even.set(rgba.subarray(row + (width - 1) * 4, row + width * 4), (y * size.width + width) * 4);
  }
  return { ...size, rgba: even };
}

const radiiOf = ({ radius, corners = 'all' }: PlacedImage): VisibleImage['radii'] => {
  const is = (edge: RoundedPictureCorners, other: RoundedPictureCorners): number =>
    corners === 'all' || corners === edge || corners === other ? radius : 0;
  return [is('top', 'left'), is('top', 'right'), is('bottom', 'right'), is('bottom', 'left')];
};

/** The part of the whole image, in pixels of a picture of it, that the box shows. */
function viewOf({ image, box, rest, zoom }: PlacedImage): {
  scaled: { width: number; height: number };
  view: LayoutBox;
} {
  const shown = rest || zoom ? motionImageSize(box) : { width: box.width, height: box.height };
  const { scaled, left, top } =
    image.fit === 'cover' ? cropAroundFocus(image.focus, image, shown) : { scaled: shown, left: 0, top: 0 };
  if (!rest && !zoom) return { scaled, view: { x: left, y: top, ...shown } };
  const { across, down } = zoom
    ? slowZoomViewport(shown, zoom)
    : imageViewportAtPhase(rest?.motion ?? 'none', shown, box, rest?.when === 'start' ? 0 : 1);
  const view = {
    x: left + across.from,
    y: top + down.from,
    width: across.step * box.width,
    height: down.step * box.height,
  };
  return { scaled, view };
}

/**
 * A whole image at the scale at which a slide shows a part of it, and that part. @param load draws the uncropped image in the given size
 */
export async function loadVisibleImage(
  placed: PlacedImage,
  load: (image: DrawableImage, size: { width: number; height: number }) => Promise<RawPicture>,
): Promise<VisibleImage> {
  const { scaled, view } = viewOf(placed);
  const picture = await load({ ...placed.image, fit: 'contain' }, scaled);
  return { picture: withEvenSides(picture), whole: scaled, view, box: placed.box, radii: radiiOf(placed) };
}
