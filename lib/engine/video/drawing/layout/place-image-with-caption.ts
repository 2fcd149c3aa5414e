import type { Node } from '@takumi-rs/core';
import type { SceneDesign } from '../design.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { LayoutBox } from './boxes.ts';
import type { ReservedEdges } from './caption-area.ts';
import {
  fitImageCaption,
  type ImageCaption,
  type ImageCaptionContext,
  imageCaptionNodes,
  imagePlaceAboveStrip,
  imageSpaceWithCaption,
} from './image-caption.ts';
import { type ImagePlacement, imagePlacement, imagePlacementClearOfSubtitles } from './image-placement.ts';

/** Inputs to the place of an image. */
interface ImageToPlace extends ImageCaptionContext {
  image: DrawableImage;
  /** The room for it in the layout. */
  region: LayoutBox;
  /** Its caption with its font; absent if it has none. */
  caption?: TypesetParagraph | undefined;
  /** The fitted caption, if it was fitted before; absent: it is fitted here. */
  fitted?: ImageCaption | undefined;
  /** True if the slide has text over the image. */
  hasTextOnIt: boolean;
  scene: SceneDesign;
  reserved: ReservedEdges;
  measure: MeasureNodes;
}

/** Places an image on its slide, with the nodes of its caption, which are painted over it. */
export async function placeImageWithCaption(input: ImageToPlace): Promise<{ place: ImagePlacement; nodes: Node[] }> {
  const { image, region, display, size, template, scene, reserved, measure, hasTextOnIt } = input;
  const caption = input.fitted ?? (input.caption && (await fitImageCaption(input.caption, region, input, measure)));
  // On a full image, the caption is in a box at the top that never overlaps subtitles.
  const mustShowCaption = caption !== undefined && display !== 'ground';
  const space = caption && display === 'whole' ? imageSpaceWithCaption(region, caption, input, reserved) : region;
  const placeWithoutSubtitles = imagePlacement(space, image, display, size, template.image);
  // Subtitles may cover a photograph, but no text: none of a figure (unless the slide has text over it anyway), of a picture of a whole
  // slide, or of the image's caption.
  const mustBeClear = (image.is_figure === true && !hasTextOnIt) || image.is_page === true || mustShowCaption;
  const captionHeight = caption && display === 'whole' ? caption.height : 0;
  const edges = { ...reserved, bottom: reserved.bottom > 0 ? reserved.bottom + captionHeight : 0 };
  const placeClearOfSubtitles = mustBeClear
    ? imagePlacementClearOfSubtitles(placeWithoutSubtitles, image, edges, size)
    : placeWithoutSubtitles;
  const place =
    caption && display === 'panel'
      ? imagePlaceAboveStrip(placeClearOfSubtitles, image, caption)
      : placeClearOfSubtitles;
  return { place, nodes: caption ? imageCaptionNodes(caption, place, region, input, scene, reserved) : [] };
}
