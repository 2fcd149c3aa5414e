import type { Node } from '@takumi-rs/core';
import type { SlideKindDesign } from '../design.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { LayoutBox } from './boxes.ts';
import type { ReservedEdges } from './caption-area.ts';
import {
  type CaptionedImage,
  fitImageCaption,
  type ImageCaption,
  imageCaptionNodes,
  imagePlaceAboveStrip,
  imageSpaceWithCaption,
} from './image-caption.ts';
import { type ImagePlacement, imageClearOfCaptions, imagePlacement } from './image-placement.ts';

/** Inputs to the place of an image. */
interface ImageToPlace extends CaptionedImage {
  image: DrawableImage;
  /** The room for it in the layout. */
  region: LayoutBox;
  /** Its caption with its font; absent if it has none. */
  caption?: TypesetParagraph | undefined;
  /** The caption where it was fitted already. */
  fitted?: ImageCaption | undefined;
  /** True if the slide has text over the image. */
  hasTextOnIt: boolean;
  scene: SlideKindDesign;
  reserved: ReservedEdges;
  measure: MeasureNodes;
}

/** The place of an image on its slide, and the nodes of its caption, which are above the image. */
export async function placeImageWithCaption(asked: ImageToPlace): Promise<{ place: ImagePlacement; nodes: Node[] }> {
  const { image, region, display, size, template, scene, reserved, measure, hasTextOnIt } = asked;
  const caption = asked.fitted ?? (asked.caption && (await fitImageCaption(asked.caption, region, asked, measure)));
  const isUnder = caption !== undefined && display !== 'ground';
  const room = caption && display === 'whole' ? imageSpaceWithCaption(region, caption, asked, reserved) : region;
  const usual = imagePlacement(room, image, display, size, template.image);
  // Captions of speech may be over a photograph, not over text: in a figure, unless the slide has text over it, in a picture of the whole
  // slide, or in the caption of the image.
  const mustBeClear = (image.is_figure === true && !hasTextOnIt) || image.is_page === true || isUnder;
  const below = caption && display === 'whole' ? caption.height : 0;
  const clear = { ...reserved, bottom: reserved.bottom > 0 ? reserved.bottom + below : 0 };
  const free = mustBeClear ? imageClearOfCaptions(usual, image, clear, size) : usual;
  const place = caption && display === 'panel' ? imagePlaceAboveStrip(free, image, caption) : free;
  return { place, nodes: caption ? imageCaptionNodes(caption, place, region, asked, scene, reserved) : [] };
}
