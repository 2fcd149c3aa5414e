import type { Size } from '../format.ts';
import type { Box } from './node-tree.ts';

/** Space around text, in pixels. */
export interface Margins {
  x: number;
  top: number;
  bottom: number;
}

export function marginsOf({ width, height }: Size): Margins {
  const short = Math.min(width, height);
  const tall = height / width > 1.5;
  const x = Math.round(short * (width > height ? 0.108 : 0.088));
  // Players lay their buttons over the ends of tall videos.
  return { x, top: Math.round(short * (tall ? 0.19 : 0.1)), bottom: Math.round(short * (tall ? 0.24 : 0.125)) };
}

export function within(outer: Box, { x, top, bottom }: Margins): Box {
  return { x: outer.x + x, y: outer.y + top, width: outer.width - 2 * x, height: outer.height - top - bottom };
}

/** Where the page number stands: in the middle of the bottom margin. */
export function folioBox(outer: Box, { x, bottom }: Margins, short: number): Box {
  const height = Math.round(short * 0.034);
  return {
    x: outer.x + x,
    y: Math.round(outer.y + outer.height - bottom * 0.5 - height * 0.5),
    width: outer.width - 2 * x,
    height,
  };
}
