import type { Size } from '../format.ts';
import type { Box } from './node-tree.ts';

/** Where a slide's image goes: into `room`, in the middle of `panel`; both in whole pixels within the slide. */
export interface ImagePlace {
  panel: Box;
  room: Box;
  /** Of the panel's corners, in pixels. */
  radius: number;
}

const even = (pixels: number): number => 2 * Math.floor(pixels / 2);

/**
 * The box with its edges moved inwards to even pixels, where 4:2:0 video has its samples of colour; an edge on the far
 * side of the slide stays there, so that nothing shows beside a full-bleed image of odd size.
 */
export function evenBox({ x, y, width, height }: Box, slide: Size): Box {
  const start = (from: number): number => 2 * Math.ceil(from / 2);
  const end = (to: number, edge: number): number => (to >= edge ? edge : even(to));
  const left = start(x);
  const top = start(y);
  return {
    x: left,
    y: top,
    width: Math.max(2, end(x + width, slide.width) - left),
    height: Math.max(2, end(y + height, slide.height) - top),
  };
}

/** The largest box of the source's shape in the middle of `outer`, both sides even. */
export function containedBox(source: Size, outer: Box): Box {
  const scale = Math.min(outer.width / source.width, outer.height / source.height);
  const width = Math.min(outer.width, Math.max(2, 2 * Math.round((source.width * scale) / 2)));
  const height = Math.min(outer.height, Math.max(2, 2 * Math.round((source.height * scale) / 2)));
  return {
    x: outer.x + even((outer.width - width) / 2),
    y: outer.y + even((outer.height - height) / 2),
    width,
    height,
  };
}
