import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { SlideComposition } from './compose-slide.ts';

/** A box on a slide that is drawn `scale` times larger, with its edges on even pixels. */
export function scaleBoxToEvenPixels(box: LayoutBox, scale: number): LayoutBox {
  const toEvenPixels = (length: number): number => 2 * Math.round((length * scale) / 2);
  const [x, y] = [toEvenPixels(box.x), toEvenPixels(box.y)];
  return {
    x,
    y,
    width: Math.max(2, toEvenPixels(box.x + box.width) - x),
    height: Math.max(2, toEvenPixels(box.y + box.height) - y),
  };
}

/** Nodes of a slide as one enlarged node; its letters are drawn at the larger size, without a new layout. */
export const scaleNodesIntoOne = (nodes: readonly Node[], { width, height }: PictureDimensions, scale: number): Node =>
  boxNode({ x: 0, y: 0, width, height }, { transform: `scale(${scale})`, transformOrigin: '0 0' }, [...nodes]);

/** The composition of a slide of a size, to be drawn `scale` times larger: all parts keep their relative places. */
export function scaledComposition<Composed extends SlideComposition>(
  composition: Composed,
  size: PictureDimensions,
  scale: number,
): Composed {
  const { image, pictures, scrim, nodes } = composition;
  const panel = image && scaleBoxToEvenPixels(image.panel, scale);
  return {
    ...composition,
    nodes: [scaleNodesIntoOne(nodes, size, scale)],
    image: image &&
      panel && {
        ...image,
        panel,
        imageBox: image.imageBox === image.panel ? panel : scaleBoxToEvenPixels(image.imageBox, scale),
        radius: Math.round(image.radius * scale),
      },
    scrim: scrim && { ...scrim, area: scaleBoxToEvenPixels(scrim.area, scale), fade: Math.round(scrim.fade * scale) },
    pictures: pictures.map((picture) => ({
      ...picture,
      box: scaleBoxToEvenPixels(picture.box, scale),
      radius: Math.round(picture.radius * scale),
      screen: picture.screen && {
        ...picture.screen,
        box: scaleBoxToEvenPixels(picture.screen.box, scale),
        radius: Math.round(picture.screen.radius * scale),
      },
    })),
  };
}
