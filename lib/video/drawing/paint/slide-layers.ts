import type { Size } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/** How much larger than its room the image of a layer is drawn: as far as a slow zoom or pan may go. */
export const MOTION_SCALE = 1.12;

/** A slide with an image, taken apart so that the image can move between what is behind and what is before it. */
export interface SlideLayers {
  /** Opaque, of the size of the slide: everything behind the image, its panel included. */
  below: RawPicture;
  /** Opaque: what `room` shows, drawn `MOTION_SCALE` times larger; both sides even. */
  image: RawPicture;
  /** Where the image stands, in whole pixels of the slide. In slides of even size all four numbers are even. */
  room: LayoutBox;
  /**
   * RGBA with straight (not premultiplied) alpha, of the size of the slide: text, ornament, scrim, and the corners that a
   * rounded image does not fill. Where nothing is, alpha is 0.
   */
  above: RawPicture;
}

/** The size in which the image of a room is drawn. */
export const motionImageSize = ({ width, height }: Size): Size => ({
  width: 2 * Math.round((width * MOTION_SCALE) / 2),
  height: 2 * Math.round((height * MOTION_SCALE) / 2),
});
