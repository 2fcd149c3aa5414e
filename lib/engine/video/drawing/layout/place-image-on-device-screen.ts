import type { Node } from '@takumi-rs/core';
import type { SceneDesign } from '../design.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { DeviceKind } from '../rich-slide-content.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { LayoutBox } from './boxes.ts';
import type { ReservedEdges } from './caption-area.ts';
import { defaultDeviceForImage, deviceFrame, deviceNodes } from './device-frame.ts';
import {
  fitImageCaption,
  type ImageCaptionContext,
  imageCaptionNodes,
  imageSpaceWithCaption,
} from './image-caption.ts';
import { maxImageEnlargement } from './image-placement.ts';
import type { PastedPicture } from './pasted-picture.ts';

/** Inputs to the place of an image on the screen of a device. */
interface ImageOnScreen extends ImageCaptionContext {
  image: DrawableImage;
  /** Absent: a phone for a tall image, otherwise a browser. */
  kind: DeviceKind | undefined;
  /** The room that the layout has for the device. */
  region: LayoutBox;
  /** The caption of the image with its font; absent if it has none. */
  caption?: TypesetParagraph | undefined;
  scene: SceneDesign;
  reserved: ReservedEdges;
  measure: MeasureNodes;
}

/** Places an image on the screen of a device: the nodes of the device and of the caption under it, and the whole image over them. */
export async function placeImageOnDeviceScreen(
  input: ImageOnScreen,
): Promise<{ nodes: Node[]; picture: PastedPicture }> {
  const { image, region, size, scene, reserved, measure } = input;
  const caption = input.caption && (await fitImageCaption(input.caption, region, input, measure));
  const room = caption ? imageSpaceWithCaption(region, caption, input, reserved) : region;
  const frame = deviceFrame(input.kind ?? defaultDeviceForImage(image), image, room, maxImageEnlargement(size));
  const place = { panel: frame.outer, imageBox: frame.outer, radius: 0 };
  const isFilled = frame.image.width === frame.screen.width && frame.image.height === frame.screen.height;
  return {
    nodes: [
      ...deviceNodes(frame, scene.palette),
      ...(caption ? imageCaptionNodes(caption, place, region, input, scene, reserved) : []),
    ],
    picture: {
      image: { ...image, fit: 'contain' },
      box: frame.image,
      radius: isFilled ? frame.radius : 0,
      corners: frame.corners,
      screen: { box: frame.screen, radius: frame.radius, corners: frame.corners },
    },
  };
}
