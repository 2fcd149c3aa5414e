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
  /** The largest width of the panel. */
  width: number;
  /** The largest number of columns of a line, with which it usually fits in `size`. */
  columns: number;
  /** The largest number of lines of a caption. */
  lines: 1 | 2;
  /** The height of the panel with that number of lines. */
  height: number;
  /** The edge or the middle of the panel that is at a fixed place, and that place from the top of the slide. */
  anchor: 'top' | 'middle' | 'bottom';
  at: number;
  reserved: ReservedEdges;
}

/** Type of captions: its size as a fraction of the short side, and the columns that fit into a line at that size. */
type CaptionType = readonly [size: number, columns: number];
/** The shape of a slide: landscape, about square, or portrait. */
type SlideShape = 'wide' | 'even' | 'tall';

/** 42 columns are a common limit of subtitles. Phones show tall videos small: lines have fewer columns there. */
const TYPE_BY_SHAPE: Readonly<Record<SlideShape, Readonly<Record<CaptionStyle['size'], CaptionType>>>> = {
  wide: { small: [0.038, 42], medium: [0.047, 42], large: [0.066, 32] },
  even: { small: [0.038, 40], medium: [0.05, 32], large: [0.066, 24] },
  tall: { small: [0.043, 36], medium: [0.058, 27], large: [0.076, 20] },
};
/** Captions of a few words (`word`): the factor of their size, and the columns of their line, by the size that clients choose. */
const FEW_WORDS = { scale: 1.45, columns: { small: 20, medium: 16, large: 12 } };
/** The factor of the columns for capitals, which are wider than small letters. */
const CAPITALS_FACTOR = 0.82;
/** Space between the edges of the panel and its text, in sizes of type. */
const PADDING = { x: 0.62, y: 0.3 };
/** Height of a line in a writing system with tall marks, in sizes of type. */
const TALLEST_LINE = 1.52;
/**
 * The place of captions in the middle of slides that are not tall, as a fraction of the height: a little lower than the middle, so that
 * text has room above them.
 */
const MIDDLE_PART = 0.62;
/** Share of the height at the bottom of tall slides that stays free: apps of phones show their controls over it. */
const TALL_BOTTOM_PART = 0.2;

function shapeOf({ width, height }: PictureDimensions): SlideShape {
  if (width > height) return 'wide';
  return height / width > 1.5 ? 'tall' : 'even';
}

function typeOf(
  slide: PictureDimensions,
  { preset, size, uppercase }: CaptionStyle,
): { size: number; columns: number } {
  const [share, lineColumns] = TYPE_BY_SHAPE[shapeOf(slide)][size];
  const hasFewWords = preset === 'word';
  const columns = hasFewWords ? FEW_WORDS.columns[size] : lineColumns;
  return {
    size: Math.min(slide.width, slide.height) * share * (hasFewWords ? FEW_WORDS.scale : 1),
    columns: Math.floor(columns * (uppercase ? CAPITALS_FACTOR : 1)),
  };
}

/**
 * The place of captions. At the bottom they are about 9 % of the short side above the edge, as in broadcasting, and above the slide number;
 * on tall slides they are above the lowest fifth. At the top they are below a logo. The text of slides does not use the heights `reserved`.
 */
export function captionArea(slide: PictureDimensions, style: CaptionStyle = DEFAULT_CAPTION_STYLE): CaptionArea {
  const { width, height } = slide;
  const shortSide = Math.min(width, height);
  const { size, columns } = typeOf(slide, style);
  const lines = style.preset === 'word' ? 1 : style.max_lines;
  const padding = { x: Math.round(PADDING.x * size), y: Math.round(PADDING.y * size) };
  const panelHeight = Math.ceil(lines * TALLEST_LINE * size) + 2 * padding.y;
  const area = { size, padding, width: Math.round(width * 0.92), columns, lines, height: panelHeight } as const;
  const gap = Math.round(shortSide * 0.035);
  const isTall = shapeOf(slide) === 'tall';
  const margins = slideTextMarginsOf(slide);
  if (style.position === 'top') {
    const anchorY = Math.round(shortSide * (isTall ? 0.19 : 0.095));
    return { ...area, anchor: 'top', at: anchorY, reserved: { top: anchorY + panelHeight + gap, bottom: 0 } };
  }
  if (style.position === 'middle') {
    const anchorY = Math.round(height * (isTall ? 0.5 : MIDDLE_PART));
    return {
      ...area,
      anchor: 'middle',
      at: anchorY,
      reserved: { top: 0, bottom: height - anchorY + Math.ceil(panelHeight / 2) + gap },
    };
  }
  const spaceBelow = Math.round(isTall ? height * TALL_BOTTOM_PART : shortSide * 0.095);
  const bottom = Math.max(margins.bottom, spaceBelow + panelHeight + gap);
  return { ...area, anchor: 'bottom', at: height - spaceBelow, reserved: { top: 0, bottom } };
}

/**
 * Pixels (even) by which captions are raised so that they are on a slide below which a presenter stands, in the room that the slide keeps
 * free; 0 if they are there anyway.
 * @param picture size of the whole picture
 * @param slide size of the slide, which is at the top of the picture
 */
export function captionRise(picture: PictureDimensions, slide: PictureDimensions, style: CaptionStyle): number {
  const area = captionArea(picture, style);
  if (area.anchor !== 'bottom' || slide.height === picture.height) return 0;
  const slideArea = captionArea(slide, style);
  // The room that the slide keeps free is that of its own captions, whose type may be smaller.
  const bottom = Math.min(slide.height, slideArea.at + Math.max(0, area.height - slideArea.height));
  // Even, as the place of a caption is: a sample of colour is that of 2 × 2 pixels.
  return Math.max(0, 2 * Math.ceil((area.at - bottom) / 2));
}

/** The box without the heights that are kept free; it keeps at least a fifth of its height, which may then overlap them. */
export function clearBoxOfReservedEdges(
  box: LayoutBox,
  { top, bottom }: ReservedEdges,
  slide: PictureDimensions,
): LayoutBox {
  const y = Math.max(box.y, top);
  const bottomEdge = Math.min(box.y + box.height, slide.height - bottom);
  return { ...box, y, height: Math.max(Math.round(box.height / 5), bottomEdge - y) };
}
