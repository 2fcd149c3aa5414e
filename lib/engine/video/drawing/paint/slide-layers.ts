import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/** The factor by which the image layer is larger than its room: it limits the range of a zoom or pan. */
export const IMAGE_MOTION_SCALE = 1.12;

/** A slide in layers, so that its image can move between the layer behind it and the layer in front. */
export interface SlideLayers {
  /** Opaque, of the size of the slide: everything behind the image, its panel included. */
  below: RawPicture;
  /** Opaque: the content of `room`, drawn `IMAGE_MOTION_SCALE` times larger; both sides even. */
  image: RawPicture;
  /** The box of the image, in whole pixels of the slide. In slides of even size all four numbers are even. */
  room: LayoutBox;
  /**
   * RGBA with straight (not premultiplied) alpha, of the size of the slide: text, ornament, scrim, and the corners that a
   * rounded image does not fill. Alpha is 0 elsewhere.
   */
  above: RawPicture;
}

/** The size, in pixels, in which the image of a room is drawn so that it can move; both sides even. */
export const motionImageSize = ({ width, height }: PictureDimensions): PictureDimensions => ({
  width: 2 * Math.round((width * IMAGE_MOTION_SCALE) / 2),
  height: 2 * Math.round((height * IMAGE_MOTION_SCALE) / 2),
});
