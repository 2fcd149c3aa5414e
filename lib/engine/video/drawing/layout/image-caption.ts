import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import { firstReadableColorOn } from '../items/item-colors.ts';
import { fitTextBlock } from '../text/fit-text-block.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import type { FittedTextBlock } from '../text/text-block.ts';
import type { SlideTextContext, TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import { boxNode, type LayoutBox } from './boxes.ts';
import type { ReservedEdges } from './caption-area.ts';
import { type ImagePlacement, type ImagePlacementKind, largestContainedBox } from './image-placement.ts';
import { placeTextBlock } from './place-text.ts';
import { slideTextMarginsOf } from './slide-text-margins.ts';
import { slideUnitInPixels, smallestSlideFontSize } from './slide-unit-in-pixels.ts';

/** The usual size of the type, as a multiple of the smallest size on a slide. */
const USUAL_SIZE = 1.12;
/** Space around the text in its box, in sizes of type. */
const PADDING = { x: 0.8, y: 0.5 };
/** Space between a whole image and the text below it, in sizes of type. */
const GAP = 0.5;
/** The largest part of the image's place that the text may take. */
const MAX_HEIGHT = 0.4;
/** The largest part of the slide's width that a box on a full image may take. */
const MAX_WIDTH = 0.6;

/** The caption of an image, with its size. */
export interface ImageCaption {
  /** Space between a whole image and the text, in pixels. */
  gap: number;
  fitted: FittedTextBlock;
  /** Width of the text in pixels: of its one line, or of its lines. */
  width: number;
  /** Height in pixels, with the space around it. */
  height: number;
}

/** The way in which an image with a caption is shown, and the slide around it. */
export interface ImageCaptionContext {
  display: ImagePlacementKind;
  size: PictureDimensions;
  direction: TextDirection;
  template: SlideTemplate;
}

/** Chooses the font of the caption of an image. */
export function typesetImageCaption(
  text: string,
  { type }: SlideTemplate,
  size: PictureDimensions,
  typesetter: Typesetter,
  context: SlideTextContext,
): Promise<TypesetParagraph> {
  const smallest = smallestSlideFontSize(size) / slideUnitInPixels(size);
  const style = { ...type.body, largest: USUAL_SIZE * smallest, smallest };
  return typesetter.typesetParagraph(text, style, context);
}

/** Fits the caption of an image into its place. @param region the place of the image without a caption */
export async function fitImageCaption(
  paragraph: TypesetParagraph,
  region: LayoutBox,
  { display, size, direction, template }: ImageCaptionContext,
  measure: MeasureNodes,
): Promise<ImageCaption> {
  const unit = slideUnitInPixels(size);
  const usualSize = paragraph.style.largest * unit;
  const padding = 2 * Math.round(PADDING.x * usualSize);
  const maxBoxWidth = display === 'ground' ? Math.round(MAX_WIDTH * size.width) : region.width;
  const block = {
    paragraphs: [paragraph],
    gap: 0,
    direction,
    balanced: false,
    role: 'lines' as const,
    centered: display === 'whole',
  };
  const room = { width: maxBoxWidth - padding, height: Math.round(MAX_HEIGHT * region.height), unit };
  const fitted = await fitTextBlock(block, room, measure);
  const lineNode = paragraphNode(paragraph, { size: fitted.size, side: 'left', color: '#000000', balanced: false });
  const [measuredLine] = await measure([lineNode], 100 * size.width);
  const width = Math.min(fitted.width, Math.ceil(measuredLine?.width ?? fitted.width) + 1);
  const { frame } = template.image;
  const gap = Math.round(GAP * fitted.size + (frame ? (frame.offset + 2 * frame.thickness) * unit : 0));
  const verticalSpace = display === 'whole' ? gap : 2 * Math.round(PADDING.y * fitted.size);
  return { fitted, gap, width, height: fitted.height + verticalSpace };
}

/**
 * The space for an image with a caption in its box. A whole image is above its caption. Over an image that is the background, it is the
 * space for the text of the slide, which is below the caption. In a panel, the caption takes no space from the box.
 */
export function imageSpaceWithCaption(
  box: LayoutBox,
  { height }: ImageCaption,
  { display, size }: ImageCaptionContext,
  reserved: ReservedEdges,
): LayoutBox {
  if (display === 'panel') return box;
  if (display === 'whole') return { ...box, height: Math.max(2, box.height - height) };
  const spaceTop = Math.max(
    box.y,
    captionBoxTop(size, reserved) + height + Math.round(slideTextMarginsOf(size).top / 2),
  );
  return { ...box, y: spaceTop, height: Math.max(1, box.y + box.height - spaceTop) };
}

/** Top of the box of a caption on a full image, in pixels. */
const captionBoxTop = (size: PictureDimensions, reserved: ReservedEdges): number =>
  Math.max(slideTextMarginsOf(size).top, reserved.top);

/** The place of an image in a panel, above the strip with its caption; a cropped image is behind the strip. */
export function imagePlaceAboveStrip(
  place: ImagePlacement,
  image: PictureDimensions & { fit: 'cover' | 'contain' },
  { height }: ImageCaption,
): ImagePlacement {
  if (image.fit === 'cover') return place;
  const { panel, imageBox } = place;
  const inset = Math.max(0, Math.min(imageBox.x - panel.x, imageBox.y - panel.y));
  const room = {
    x: panel.x + inset,
    y: panel.y + inset,
    width: panel.width - 2 * inset,
    height: Math.max(2, 2 * Math.floor((panel.height - height - inset) / 2)),
  };
  return { ...place, imageBox: largestContainedBox(image, room) };
}

/** The nodes of the caption of an image: below a whole image, in a strip of a panel, or in a box on a full image. */
export function imageCaptionNodes(
  { fitted, gap, width, height }: ImageCaption,
  { panel, imageBox, radius }: ImagePlacement,
  region: LayoutBox,
  { display, size, direction }: ImageCaptionContext,
  { palette }: SceneDesign,
  reserved: ReservedEdges,
): Node[] {
  const [paddingX, paddingY] = [Math.round(PADDING.x * fitted.size), Math.round(PADDING.y * fitted.size)];
  if (display === 'whole') {
    const left = region.x + Math.round((region.width - fitted.width) / 2);
    const color = palette.muted;
    return placeTextBlock(fitted, left, imageBox.y + imageBox.height + gap, { text: color, accent: color });
  }
  const color = firstReadableColorOn(palette.panel, [palette.text, palette.muted]);
  const colors = { text: color, accent: color };
  const isRight = direction === 'rtl';
  if (display === 'panel') {
    // The corners of a cropped image are cut after its strip was drawn.
    const cornerRadius = imageBox === panel ? 0 : radius;
    const strip = { ...panel, y: panel.y + panel.height - height, height };
    const left = isRight ? strip.x + strip.width - paddingX - fitted.width : strip.x + paddingX;
    return [
      boxNode(strip, { backgroundColor: palette.panel, borderRadius: `0 0 ${cornerRadius}px ${cornerRadius}px` }),
      ...placeTextBlock(fitted, left, strip.y + paddingY, colors),
    ];
  }
  const boxWidth = width + 2 * paddingX;
  const margin = slideTextMarginsOf(size).x;
  const box = {
    x: isRight ? size.width - margin - boxWidth : margin,
    y: captionBoxTop(size, reserved),
    width: boxWidth,
    height,
  };
  const left = isRight ? box.x + box.width - paddingX - fitted.width : box.x + paddingX;
  return [
    boxNode(box, { backgroundColor: palette.panel, borderRadius: Math.round(fitted.size * 0.3) }),
    ...placeTextBlock(fitted, left, box.y + paddingY, colors),
  ];
}
