import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from './boxes.ts';

/** The corners of a picture that are rounded: all, or the two at one edge. */
export type RoundedPictureCorners = 'all' | 'top' | 'bottom' | 'left' | 'right';

/** A picture that is drawn at a place over all other content of a slide. */
export interface PastedPicture {
  /** The image. Its `fit` decides: `cover` crops it to fill the box; with `contain` the box has its aspect ratio. */
  image: DrawableImage;
  /** Whole pixels within the slide. */
  box: LayoutBox;
  /** Radius of the rounded corners in pixels. */
  radius: number;
  /** The corners that are rounded. Absent: all. */
  corners?: RoundedPictureCorners | undefined;
  /** True if a thin line surrounds it if its edges have the colour of the slide. Absent: no line. */
  isOutlined?: boolean | undefined;
  /**
   * The screen of a device, in whole pixels with rounded corners, that the picture is on: the picture keeps its colours, and the part of the
   * screen around it has the colour of its edges. Absent: it is not on a screen.
   */
  screen?: { box: LayoutBox; radius: number; corners: RoundedPictureCorners } | undefined;
}

/** The rounded corners of a picture after it is mirrored for a right-to-left slide. */
export const mirrorRoundedCorners = (corners: RoundedPictureCorners | undefined): RoundedPictureCorners | undefined =>
  corners === 'left' ? 'right' : corners === 'right' ? 'left' : corners;
