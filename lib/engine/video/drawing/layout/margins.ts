import type { Size } from '../../format.ts';
import type { LayoutBox } from './boxes.ts';

/** Space around text, in pixels. */
export interface Margins {
  x: number;
  top: number;
  bottom: number;
}

/** The margins of text on a slide of this size in pixels. */
export function marginsOf({ width, height }: Size): Margins {
  const short = Math.min(width, height);
  const tall = height / width > 1.5;
  const x = Math.round(short * (width > height ? 0.108 : 0.088));
  // Players show their buttons over the top and bottom of tall videos.
  return { x, top: Math.round(short * (tall ? 0.19 : 0.1)), bottom: Math.round(short * (tall ? 0.24 : 0.125)) };
}

/** The width : height from which a slide has room for two columns. */
const MIN_RATIO_FOR_TWO_COLUMNS = 1.2;

/** Reports whether a slide has room for two columns of text, or for an image next to its text. */
export const hasTwoColumns = ({ width, height }: Size): boolean => width / height >= MIN_RATIO_FOR_TWO_COLUMNS;

/** The box without its margins. */
export function insetByMargins(outer: LayoutBox, { x, top, bottom }: Margins): LayoutBox {
  return { x: outer.x + x, y: outer.y + top, width: outer.width - 2 * x, height: outer.height - top - bottom };
}

/** The line of the slide number: in the middle of the bottom margin. `short` is the short side of the slide in pixels. */
export function folioBox(outer: LayoutBox, { x, bottom }: Margins, short: number): LayoutBox {
  const height = Math.round(short * 0.034);
  return {
    x: outer.x + x,
    y: Math.round(outer.y + outer.height - bottom * 0.5 - height * 0.5),
    width: outer.width - 2 * x,
    height,
  };
}

/** Size of caption type, as a fraction of the short side. */
const LANDSCAPE_SIZE = 0.047;
const NARROW_SIZE = 0.043;
/** Between the edges of the panel and its text, in sizes of type. */
const PADDING = { x: 0.62, y: 0.3 };
/** Height of two lines in a writing system with tall marks, in sizes of type. */
const TALLEST_LINES = 2 * 1.52;

/** The place and the size of captions on a slide, in pixels. */
export interface CaptionArea {
  /** Size of type; text that is too wide for the slide is set smaller. */
  size: number;
  padding: { x: number; y: number };
  /** The widest a panel may be. */
  width: number;
  /** The bottom edge of the panel, from the top of the slide. */
  bottom: number;
  /** Height at the bottom of the slide that is kept free of its own text. */
  reserved: number;
}

/**
 * The place of captions: at the bottom, about 9 % of the short side above the edge, as in broadcasting. On tall slides they are higher,
 * because players show their buttons over the bottom. The slide number is below them.
 */
export function captionArea({ width, height }: Size): CaptionArea {
  const short = Math.min(width, height);
  const tall = height / width > 1.5;
  const size = short * (width > height ? LANDSCAPE_SIZE : NARROW_SIZE);
  const padding = { x: Math.round(PADDING.x * size), y: Math.round(PADDING.y * size) };
  const below = Math.round(tall ? short * 0.19 : short * 0.095);
  const panel = Math.ceil(TALLEST_LINES * size) + 2 * padding.y;
  const gap = Math.round(short * 0.035);
  return {
    size,
    padding,
    width: Math.round(width * 0.92),
    bottom: height - below,
    reserved: Math.max(marginsOf({ width, height }).bottom, below + panel + gap),
  };
}
