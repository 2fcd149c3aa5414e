import type { Node } from '@takumi-rs/core';

/** A rectangle, in pixels from the left and the top edge of the slide. */
export interface LayoutBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Interpolates between two boxes, with fractions of pixels. `progress` is 0–1. */
export function interpolateBoxes(from: LayoutBox, to: LayoutBox, progress: number): LayoutBox {
  const between = (one: number, other: number): number => one + (other - one) * progress;
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    width: between(from.width, to.width),
    height: between(from.height, to.height),
  };
}

/** A node of the layout engine at a fixed place; `style` is CSS, children are placed within the box. */
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
