import { type CaptionStyle, DEFAULT_CAPTION_STYLE } from '../../captions/caption-style.ts';
import type { PictureDimensions } from '../../format.ts';
import type { LayoutBox } from './boxes.ts';
import { slideTextMarginsOf } from './slide-text-margins.ts';

/** Heights at the top and the bottom of a slide that are kept free of its text, in pixels. */
export interface ReservedEdges {
  top: number;
  bottom: number;
}

/** No height is kept free. */
export const NO_RESERVED_EDGES: ReservedEdges = { top: 0, bottom: 0 };

/** The place and the size of captions on a slide, in pixels. */
export interface CaptionArea {
  /** Size of type; text that is too wide for the slide is set smaller. */
  size: number;
  padding: { x: number; y: number };
  /** The widest a panel may be. */
  width: number;
  /** The most columns of a line, so that it is not set smaller as a rule. */
  columns: number;
  /** The most lines of a caption. */
  lines: 1 | 2;
  /** The tallest panel. */
  height: number;
  /** The edge of the panel that is fixed, and its place from the top of the slide. */
  anchor: 'top' | 'middle' | 'bottom';
  at: number;
  reserved: ReservedEdges;
}

/** Type of captions: its size as a fraction of the short side, and the columns that fit into a line at that size. */
type Type = readonly [size: number, columns: number];
type Shape = 'wide' | 'even' | 'tall';

/** 42 columns are a common limit of subtitles. Phones show tall videos small: lines have fewer columns there. */
const TYPE: Readonly<Record<Shape, Readonly<Record<CaptionStyle['size'], Type>>>> = {
  wide: { small: [0.038, 42], medium: [0.047, 42], large: [0.066, 32] },
  even: { small: [0.038, 40], medium: [0.05, 32], large: [0.066, 24] },
  tall: { small: [0.043, 36], medium: [0.058, 27], large: [0.076, 20] },
};
/** A few words at a time are larger than whole lines. */
const FEW_WORDS = { scale: 1.45, columns: { small: 20, medium: 16, large: 12 } };
/** Capitals are wider than small letters. */
const CAPITALS = 0.82;
/** Between the edges of the panel and its text, in sizes of type. */
const PADDING = { x: 0.62, y: 0.3 };
/** Height of a line in a writing system with tall marks, in sizes of type. */
const TALLEST_LINE = 1.52;
/**
 * The place of captions in the middle of slides that are not tall, as a fraction of the height: a little lower than the middle, so that
 * text has room above them.
 */
const MIDDLE = 0.62;
/** Share of the height at the bottom of tall slides that stays free: apps of phones show their controls over it. */
const TALL_BOTTOM = 0.2;

function shapeOf({ width, height }: PictureDimensions): Shape {
  if (width > height) return 'wide';
  return height / width > 1.5 ? 'tall' : 'even';
}

function typeOf(
  slide: PictureDimensions,
  { preset, size, uppercase }: CaptionStyle,
): { size: number; columns: number } {
  const [share, usual] = TYPE[shapeOf(slide)][size];
  const areFew = preset === 'word';
  const columns = areFew ? FEW_WORDS.columns[size] : usual;
  return {
    size: Math.min(slide.width, slide.height) * share * (areFew ? FEW_WORDS.scale : 1),
    columns: Math.floor(columns * (uppercase ? CAPITALS : 1)),
  };
}

/**
 * The place of captions: at the bottom, about 9 % of the short side above the edge, as in broadcasting; on tall slides above the lowest
 * fifth. The slide number is below them. At the top they are below a logo. The text of slides leaves their place free; above captions a
 * little below the middle, it keeps its room.
 */
export function captionArea(slide: PictureDimensions, style: CaptionStyle = DEFAULT_CAPTION_STYLE): CaptionArea {
  const { width, height } = slide;
  const short = Math.min(width, height);
  const { size, columns } = typeOf(slide, style);
  const lines = style.preset === 'word' ? 1 : style.max_lines;
  const padding = { x: Math.round(PADDING.x * size), y: Math.round(PADDING.y * size) };
  const tallest = Math.ceil(lines * TALLEST_LINE * size) + 2 * padding.y;
  const area = { size, padding, width: Math.round(width * 0.92), columns, lines, height: tallest } as const;
  const gap = Math.round(short * 0.035);
  const isTall = shapeOf(slide) === 'tall';
  const margins = slideTextMarginsOf(slide);
  if (style.position === 'top') {
    const at = Math.round(short * (isTall ? 0.19 : 0.095));
    return { ...area, anchor: 'top', at, reserved: { top: at + tallest + gap, bottom: 0 } };
  }
  if (style.position === 'middle') {
    const at = Math.round(height * (isTall ? 0.5 : MIDDLE));
    return { ...area, anchor: 'middle', at, reserved: { top: 0, bottom: height - at + Math.ceil(tallest / 2) + gap } };
  }
  const below = Math.round(isTall ? height * TALL_BOTTOM : short * 0.095);
  const bottom = Math.max(margins.bottom, below + tallest + gap);
  return { ...area, anchor: 'bottom', at: height - below, reserved: { top: 0, bottom } };
}

/** The part of a box outside the heights that are kept free; at least a fifth of the box. */
export function boxClearOfEdges(box: LayoutBox, { top, bottom }: ReservedEdges, slide: PictureDimensions): LayoutBox {
  const y = Math.max(box.y, top);
  const end = Math.min(box.y + box.height, slide.height - bottom);
  return { ...box, y, height: Math.max(Math.round(box.height / 5), end - y) };
}
