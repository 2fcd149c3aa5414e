import type { PictureDimensions } from '../../format.ts';
import type { LayoutBox } from './boxes.ts';
import { smallestSlideFontSize } from './slide-unit-in-pixels.ts';

/** Space around text, in pixels. */
export interface SlideTextMargins {
  x: number;
  top: number;
  bottom: number;
}

/** The margins of text on a slide of this size in pixels. */
export function slideTextMarginsOf({ width, height }: PictureDimensions): SlideTextMargins {
  const shortSide = Math.min(width, height);
  const isTall = height / width > 1.5;
  const x = Math.round(shortSide * (width > height ? 0.1 : 0.08));
  // Players show their buttons over the top and bottom of tall videos.
  return {
    x,
    top: Math.round(shortSide * (isTall ? 0.19 : 0.1)),
    bottom: Math.round(shortSide * (isTall ? 0.24 : 0.125)),
  };
}

/** The smallest ratio of width to height of a slide with room for two columns. */
const MIN_RATIO_FOR_TWO_COLUMNS = 1.2;

/** Reports whether a slide has room for two columns of text, or for an image next to its text. */
export const hasRoomForTwoColumns = ({ width, height }: PictureDimensions): boolean =>
  width / height >= MIN_RATIO_FOR_TWO_COLUMNS;

/** The box without its margins. */
export function insetByMargins(outer: LayoutBox, { x, top, bottom }: SlideTextMargins): LayoutBox {
  return { x: outer.x + x, y: outer.y + top, width: outer.width - 2 * x, height: outer.height - top - bottom };
}

/** Height of the line of the slide number, as a multiple of its size of type. */
const SLIDE_NUMBER_LINE_HEIGHT = 1.3;

/** The line of the slide number: in the middle of the bottom margin. @param size of the slide, in pixels */
export function slideNumberBox(outer: LayoutBox, { x, bottom }: SlideTextMargins, size: PictureDimensions): LayoutBox {
  const height = Math.round(smallestSlideFontSize(size) * SLIDE_NUMBER_LINE_HEIGHT);
  return {
    x: outer.x + x,
    y: Math.round(outer.y + outer.height - bottom * 0.5 - height * 0.5),
    width: outer.width - 2 * x,
    height,
  };
}
