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
  /** The state of the image if it moves; absent: it does not. */
  rest?: ImageRestState | undefined;
  /** Its slow zoom; absent: it has none. */
  zoom?: SlowZoomMoment | undefined;
}

/** The same picture with sides of even length: the last column or row is repeated if its side is odd. */
function withEvenSides(picture: RawPicture): RawPicture {
  const { width, height, rgba } = picture;
  if (width % 2 === 0 && height % 2 === 0) return picture;
  const size = { width: width + (width % 2), height: height + (height % 2) };
  const evenRgba = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    const row = Math.min(y, height - 1) * width * 4;
    evenRgba.set(rgba.subarray(row, row + width * 4), y * size.width * 4);
    if (size.width > width)
      evenRgba.set(rgba.subarray(row + (width - 1) * 4, row + width * 4), (y * size.width + width) * 4);
  }
  return { ...size, rgba: evenRgba };
}

/** The radii of the four corners, from the left top one clockwise. */
const radiiOf = ({ radius, corners = 'all' }: PlacedImage): VisibleImage['radii'] => {
  const radiusIfRound = (firstEdge: RoundedPictureCorners, secondEdge: RoundedPictureCorners): number =>
    corners === 'all' || corners === firstEdge || corners === secondEdge ? radius : 0;
  return [
    radiusIfRound('top', 'left'),
    radiusIfRound('top', 'right'),
    radiusIfRound('bottom', 'right'),
    radiusIfRound('bottom', 'left'),
  ];
};

/** The size of the whole image at the scale of the slide (`scaled`), and the part of it that the box shows (`view`), in pixels. */
function visiblePartOf({ image, box, rest, zoom }: PlacedImage): {
  scaled: { width: number; height: number };
  view: LayoutBox;
} {
  const shownSize = rest || zoom ? motionImageSize(box) : { width: box.width, height: box.height };
  const { scaled, left, top } =
    image.fit === 'cover' ? cropAroundFocus(image.focus, image, shownSize) : { scaled: shownSize, left: 0, top: 0 };
  if (!rest && !zoom) return { scaled, view: { x: left, y: top, ...shownSize } };
  const { across, down } = zoom
    ? slowZoomViewport(shownSize, zoom)
    : imageViewportAtPhase(rest?.motion ?? 'none', shownSize, box, rest?.when === 'start' ? 0 : 1);
  const view = {
    x: left + across.from,
    y: top + down.from,
    width: across.step * box.width,
    height: down.step * box.height,
  };
  return { scaled, view };
}

/**
 * Loads a whole image at the scale at which a slide shows a part of it, with the place of that part.
 * @param load draws the uncropped image in a size
 */
export async function loadImageAtShownScale(
  placedImage: PlacedImage,
  load: (image: DrawableImage, size: { width: number; height: number }) => Promise<RawPicture>,
): Promise<VisibleImage> {
  const { scaled, view } = visiblePartOf(placedImage);
  const picture = await load({ ...placedImage.image, fit: 'contain' }, scaled);
  return { picture: withEvenSides(picture), whole: scaled, view, box: placedImage.box, radii: radiiOf(placedImage) };
}
