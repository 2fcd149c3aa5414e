import type { Size } from '../../timelines/format.ts';

/** Pixels of the source. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The largest part of `source` in the shape of `target` whose middle is as near to the focus as the edges allow. */
export function cropAround(focus: { x: number; y: number }, source: Size, target: Size): Crop {
  const scale = Math.min(source.width / target.width, source.height / target.height);
  const width = clamp(Math.round(target.width * scale), 1, source.width);
  const height = clamp(Math.round(target.height * scale), 1, source.height);
  return {
    left: clamp(Math.round(focus.x * source.width - width / 2), 0, source.width - width),
    top: clamp(Math.round(focus.y * source.height - height / 2), 0, source.height - height),
    width,
    height,
  };
}
