import type { PictureDimensions } from '../../format.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import type { TextDirection } from '../text/writing-system.ts';
import type { LayoutBox } from './boxes.ts';
import type { ReservedEdges } from './caption-area.ts';
import { textLineNextToLogo } from './logo-box.ts';
import {
  hasRoomForTwoColumns,
  insetByMargins,
  type SlideTextMargins,
  slideNumberBox,
  slideTextMarginsOf,
} from './slide-text-margins.ts';
import { slideUnitInPixels } from './slide-unit-in-pixels.ts';

/** Vertical place of text in its box. `optical`: a little above the middle, where text looks centred. */
export type VerticalAlign = 'top' | 'middle' | 'bottom' | 'optical';

/** The boxes of the parts of a slide, in pixels. */
export interface SlideRegions {
  text: LayoutBox;
  /** Vertical place of the text in its box. */
  verticalAlign: VerticalAlign;
  /** A separate box for the heading; `text` is then the box of the body. Absent: both are in `text`. */
  heading?: { box: LayoutBox; verticalAlign: 'top' | 'middle' } | undefined;
  /** The band across the top behind the heading. */
  header?: LayoutBox | undefined;
  /** The room for an image, without its inset. */
  image?: LayoutBox | undefined;
  /** The line of the slide number. */
  folio: LayoutBox;
}

/** Inputs to the regions of a slide. */
export interface SlideRegionInputs {
  /** Pixels of the slide. */
  size: PictureDimensions;
  direction: TextDirection;
  template: SlideTemplate;
  scene: SceneDesign;
  /** Arrangement of heading and body on the slide: that of the template, or one above the other. */
  arrangement: SlideTemplate['arrangement']['kind'];
  /** The part of the slide's width (of its height in `image_top`) that an image next to text takes. */
  share: number;
  /** True if the slide has an image. */
  hasImage: boolean;
  /** The point of the image that should stay visible, 0–1 from the left and from the top; absent: there is no image. */
  focus?: { x: number; y: number } | undefined;
  /** Heights of the slide that are kept free of text; at 0, only the margin is free. */
  reserved: ReservedEdges;
}

/** Shares of the slide that an image may take next to text, the preferred one first. */
export const IMAGE_SHARES_OF_SLIDE = [0.46, 0.38, 0.3] as const;
/** The share of an image next to text that would be cut otherwise. Above the text, such an image may be a strip. */
export const LAST_IMAGE_SHARE_OF_SLIDE = 0.25;
/** Widths of heading and body side by side, as parts of the width of the text. */
const SPLIT = { heading: 0.36, body: 0.565 };
/** The smallest height of an image above text, as a fraction of the height of the slide. */
const MIN_IMAGE_HEIGHT = 0.14;
/** Space between a text on an image and the edges of its box, a fraction of the unit. */
const CAPTION_PADDING = 0.05;
/** Space between text and the image next to it, as a part of the margin. */
const INNER_MARGIN = 0.62;
/** An image above text gets its share of a height that is at least this fraction of the height that captions leave. */
const MIN_ROOM_SHARE = 0.75;

/** Space between a text on an image and the edges of its box, in pixels. */
export const paddingOfTextOnImage = (unit: number): number => Math.round(CAPTION_PADDING * unit);

/** The box without `margin` pixels at each side. */
const inset = ({ x, y, width, height }: LayoutBox, margin: number): LayoutBox => ({
  x: x + margin,
  y: y + margin,
  width: width - 2 * margin,
  height: height - 2 * margin,
});

/** Margins of text that are at least the heights that are kept free. */
const withReservedEdges = (
  margins: SlideTextMargins,
  { reserved }: Pick<SlideRegionInputs, 'reserved'>,
): SlideTextMargins => ({
  ...margins,
  top: Math.max(margins.top, reserved.top),
  bottom: Math.max(margins.bottom, reserved.bottom),
});

/** The boxes of a slide with its image before or after the text. */
export function regionsNextToImage(side: 'before' | 'after', choice: SlideRegionInputs): SlideRegions {
  const { size, direction, template, share } = choice;
  const { width, height } = size;
  const margins = slideTextMarginsOf(size);
  const panelWidth = Math.round(width * share);
  const isLeft = (side === 'before') === (direction === 'ltr');
  const column = { x: isLeft ? panelWidth : 0, y: 0, width: width - panelWidth, height };
  const imageInset = Math.round(template.image.inset * slideTextMarginsOf(size).x);
  // The inset is only at the edges of the slide: between the image and the text is the margin of the text.
  const image = {
    x: isLeft ? imageInset : width - panelWidth,
    y: imageInset,
    width: panelWidth - imageInset,
    height: height - 2 * imageInset,
  };
  const columnText = insetByMargins(column, withReservedEdges(margins, choice));
  // The margin at the edge of the slide is that of other slides; the one next to the image is smaller.
  const marginReduction = margins.x - Math.round(margins.x * INNER_MARGIN);
  const text = {
    ...columnText,
    x: columnText.x - (isLeft ? marginReduction : 0),
    width: columnText.width + marginReduction,
  };
  return { text, verticalAlign: 'middle', image, folio: slideNumberBox(column, margins, size) };
}

/** The boxes of a slide with its image above the text. */
export function regionsBelowImage(choice: SlideRegionInputs): SlideRegions {
  const { size, template, share } = choice;
  const { width, height } = size;
  const usualMargins = slideTextMarginsOf(size);
  const margins = withReservedEdges(usualMargins, choice);
  const imageInset = Math.round(template.image.inset * margins.x);
  // The space for captions is taken from the image, not from the text.
  const sharedHeight = Math.max(
    height - 3 * (margins.bottom - usualMargins.bottom),
    MIN_ROOM_SHARE * (height - margins.bottom),
  );
  const minImageHeight = share > LAST_IMAGE_SHARE_OF_SLIDE ? MIN_IMAGE_HEIGHT * height : 0;
  const panelHeight = Math.round(Math.max(sharedHeight * share, imageInset + minImageHeight));
  const boxBelow = { x: 0, y: panelHeight, width, height: height - panelHeight };
  return {
    ...regionsWithoutImage(choice),
    text: insetByMargins(boxBelow, { ...margins, top: Math.round(Math.min(width, height) * 0.07) }),
    verticalAlign: height > width * TALL_SLIDE_RATIO ? 'optical' : 'top',
    image: { x: imageInset, y: imageInset, width: width - 2 * imageInset, height: panelHeight - imageInset },
  };
}

/** The boxes of a slide with its text on the image. */
export function regionsForTextOnImage(choice: SlideRegionInputs): SlideRegions {
  const { size, template, direction } = choice;
  const narrowText = (part: number): LayoutBox => narrowBox(textAreaOf(choice), size, part, direction, false);
  const regionsOnImage = {
    ...regionsWithoutImage(choice),
    verticalAlign: 'bottom',
    image: { x: 0, y: 0, ...size },
  } as const;
  if (template.caption === 'scrim') return { ...regionsOnImage, text: narrowText(0.86) };
  return { ...regionsOnImage, text: inset(narrowText(0.68), paddingOfTextOnImage(slideUnitInPixels(size))) };
}

/** The fraction of the width that text next to the focus of an image takes on slides with room for two columns. */
const NEXT_TO_FOCUS_WIDTH = 0.56;

/** The range (0–1) in which a focus counts as the middle of the image, so that text may be on either side. */
const MIDDLE_RANGE = { from: 0.46, to: 0.54 };
/** The fraction of the height below which a focus is low: text is then placed over the upper part of the image. */
const LOW_FOCUS = 0.6;

/** The side of a wide image on which text is placed: the one without the focus, else the one where lines start. */
function sideWithoutFocus({ focus, direction }: SlideRegionInputs): 'left' | 'right' {
  if (focus && focus.x < MIDDLE_RANGE.from) return 'right';
  if (focus && focus.x > MIDDLE_RANGE.to) return 'left';
  return direction === 'rtl' ? 'right' : 'left';
}

/** The boxes of a slide with its text over the side of the image without its focus; on slides that are not wide, over a lower or upper part. */
export function textRegionsAwayFromFocus(choice: SlideRegionInputs): SlideRegions {
  const { size, focus } = choice;
  const regionsOnImage = { ...regionsWithoutImage(choice), image: { x: 0, y: 0, ...size } };
  if (!hasRoomForTwoColumns(size))
    return {
      ...regionsOnImage,
      text: textAreaOf(choice),
      verticalAlign: focus && focus.y > LOW_FOCUS ? 'top' : 'bottom',
    };
  const direction = sideWithoutFocus(choice) === 'right' ? 'rtl' : 'ltr';
  return {
    ...regionsOnImage,
    text: narrowBox(textAreaOf(choice), size, NEXT_TO_FOCUS_WIDTH, direction, false),
    verticalAlign: 'middle',
  };
}

/** Space between a device and the edge of the slide, as a part of the margin of text. */
const SCREEN_MARGIN = 0.75;

/** The boxes of a slide with a device after the text, or above it on slides that are not wide. The device is within narrower margins. */
export function regionsNextToScreen(choice: SlideRegionInputs): SlideRegions {
  const { size, direction } = choice;
  const regions = hasRoomForTwoColumns(size) ? regionsNextToImage('after', choice) : regionsBelowImage(choice);
  if (!regions.image) return regions;
  const { x, y, width, height } = regions.image;
  const { x: marginX, top, bottom } = withReservedEdges(slideTextMarginsOf(size), choice);
  const screenMargin = Math.round(SCREEN_MARGIN * marginX);
  const imageTop = Math.max(y, top);
  const image = hasRoomForTwoColumns(size)
    ? {
        x: direction === 'rtl' ? screenMargin : x,
        y: imageTop,
        width: width - (direction === 'rtl' ? screenMargin - x : screenMargin),
        height: size.height - bottom - imageTop,
      }
    : {
        x: screenMargin,
        y: Math.round(0.6 * top),
        width: size.width - 2 * screenMargin,
        height: y + height - Math.round(0.6 * top),
      };
  return { ...regions, image, folio: regionsWithoutImage(choice).folio };
}

/** The box narrowed to a part of its width on landscape slides, because long lines are hard to read; its start or its middle stays. */
function narrowBox(
  inner: LayoutBox,
  size: PictureDimensions,
  part: number,
  direction: TextDirection,
  centered: boolean,
): LayoutBox {
  const width = Math.round(inner.width * (size.width > size.height ? part : 1));
  const freeWidth = inner.width - width;
  const offset = direction === 'rtl' ? freeWidth : 0;
  return { ...inner, width, x: inner.x + (centered ? Math.round(freeWidth / 2) : offset) };
}

/** The boxes with the heading in a column before the body. */
function splitIntoColumns(inner: LayoutBox, direction: TextDirection, baseRegions: SlideRegions): SlideRegions {
  const column = (part: number): LayoutBox => ({ ...inner, width: Math.round(inner.width * part) });
  const startColumn = column(SPLIT.heading);
  const endColumn = column(SPLIT.body);
  const atEnd = (box: LayoutBox): LayoutBox => ({ ...box, x: inner.x + inner.width - box.width });
  const [heading, text] = direction === 'rtl' ? [atEnd(startColumn), endColumn] : [startColumn, atEnd(endColumn)];
  return { ...baseRegions, text, verticalAlign: 'top', heading: { box: heading, verticalAlign: 'top' } };
}

/**
 * The ratio of height to width above which a slide is tall: lines have few words, and content that is lower than its room is not placed at
 * the top.
 */
export const TALL_SLIDE_RATIO = 1.1;
/** The factor by which the band behind a heading is higher on tall slides, on which a heading needs one more line. */
const TALL_BAND_FACTOR = 1.15;

/** The boxes with the heading in a band across the top. @param bandShare height of the band, a fraction of the unit */
function withHeadingBand(bandShare: number, choice: SlideRegionInputs, baseRegions: SlideRegions): SlideRegions {
  const { size, template, reserved } = choice;
  const inner = textAreaOf(choice);
  const unit = slideUnitInPixels(size);
  const height = Math.round(bandShare * unit * (size.height > size.width * TALL_SLIDE_RATIO ? TALL_BAND_FACTOR : 1));
  // Tall formats keep their top free of text: the band extends to the edge, the heading does not.
  const top = Math.max(reserved.top, inner.y - Math.round(unit * 0.1));
  const padding = Math.round(unit * 0.03);
  const box = textLineNextToLogo({ ...inner, y: top + padding, height: height - 2 * padding }, template.logo, size);
  const y = top + height + Math.round(unit * 0.065);
  const text = { ...inner, y, height: inner.y + inner.height - y };
  return {
    ...baseRegions,
    text,
    verticalAlign: 'top',
    heading: { box, verticalAlign: 'middle' },
    header: { x: 0, y: 0, width: size.width, height: top + height },
  };
}

/** The slide without margins and heights that are kept free. */
const textAreaOf = (choice: SlideRegionInputs): LayoutBox =>
  insetByMargins({ x: 0, y: 0, ...choice.size }, withReservedEdges(slideTextMarginsOf(choice.size), choice));

/** The boxes of a slide without an image or a separate heading. @param part the part of the width that text takes on a landscape slide */
export function regionsWithoutImage(choice: SlideRegionInputs, part = 1): SlideRegions {
  const { size, direction, scene } = choice;
  return {
    text: narrowBox(textAreaOf(choice), size, part, direction, scene.align === 'center'),
    verticalAlign: scene.verticalAlign ?? 'middle',
    folio: slideNumberBox({ x: 0, y: 0, ...size }, slideTextMarginsOf(size), size),
  };
}

/** The boxes of a slide whose image, if it has one, is next to the text, or above it on slides without room for two columns. */
export function regionsWithImageIfAny(choice: SlideRegionInputs, part: number): SlideRegions {
  if (!choice.hasImage) return regionsWithoutImage(choice, part);
  return hasRoomForTwoColumns(choice.size) ? regionsNextToImage('after', choice) : regionsBelowImage(choice);
}

/** The boxes of a slide with a heading above its content. */
export function regionsWithHeading(choice: SlideRegionInputs): SlideRegions {
  const { size, template, scene, arrangement } = choice;
  const verticalAlign = scene.verticalAlign ?? (size.height > size.width * TALL_SLIDE_RATIO ? 'optical' : 'top');
  const regionsBelowMargin: SlideRegions = { ...regionsWithoutImage(choice), verticalAlign };
  return arrangement === 'header' && template.arrangement.kind === 'header'
    ? withHeadingBand(template.arrangement.size, choice, regionsBelowMargin)
    : regionsBelowMargin;
}

/** The boxes of a slide with a list, whose heading is above it or in a column before it. */
export function regionsWithList(choice: SlideRegionInputs): SlideRegions {
  const { size, direction, arrangement } = choice;
  const isSplit = arrangement === 'split' && hasRoomForTwoColumns(size);
  return isSplit
    ? splitIntoColumns(textAreaOf(choice), direction, regionsWithoutImage(choice))
    : regionsWithHeading(choice);
}
