import type { Size } from '../format.ts';

/** How to fill a box with an image: bring it to `scaled`, then take the box's size from `left`, `top`; all in pixels. */
export interface Crop {
  scaled: Size;
  left: number;
  top: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Fills `target` with as much of `source` as its shape allows, the focus as near to the middle as the edges allow. */
export function cropAround(focus: { x: number; y: number }, source: Size, target: Size): Crop {
  const scale = Math.max(target.width / source.width, target.height / source.height);
  const scaled = {
    width: Math.max(target.width, Math.round(source.width * scale)),
    height: Math.max(target.height, Math.round(source.height * scale)),
  };
  return {
    scaled,
    left: clamp(Math.round(focus.x * scaled.width - target.width / 2), 0, scaled.width - target.width),
    top: clamp(Math.round(focus.y * scaled.height - target.height / 2), 0, scaled.height - target.height),
  };
}
