import type { Node } from '@takumi-rs/core';
/** Pixels from the left and top edge of the slide. */
export interface LayoutBox {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** A rectangle at a fixed place; children are placed within it. */
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
