import type { Node } from '@takumi-rs/core';

/** A rectangle, in pixels from the left and the top edge of the slide. */
export interface LayoutBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reports whether two boxes are in the same place and of the same size. */
export const areEqualBoxes = (first: LayoutBox, second: LayoutBox): boolean =>
  first.x === second.x && first.y === second.y && first.width === second.width && first.height === second.height;

/** Interpolates between two numbers. @param progress 0 (`from`) to 1 (`to`) */
export const interpolateNumbers = (from: number, to: number, progress: number): number => from + (to - from) * progress;

/** Interpolates between two boxes, with fractions of pixels. @param progress 0 (`from`) to 1 (`to`) */
export function interpolateBoxes(from: LayoutBox, to: LayoutBox, progress: number): LayoutBox {
  return {
    x: interpolateNumbers(from.x, to.x, progress),
    y: interpolateNumbers(from.y, to.y, progress),
    width: interpolateNumbers(from.width, to.width, progress),
    height: interpolateNumbers(from.height, to.height, progress),
  };
}

/** A container node at a fixed place. @param style CSS properties @param children nodes that are placed within the box */
export function boxNode(box: LayoutBox, style: Record<string, string | number>, children: Node[] = []): Node {
  return {
    type: 'container',
    style: {
      position: 'absolute',
      display: 'flex',
      left: box.x,
      top: box.y,
      width: box.width,
      height: box.height,
      ...style,
    },
    children,
  };
}
