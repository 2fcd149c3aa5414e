import type { LayoutBox } from '../drawing/layout/boxes.ts';
import type { PictureDimensions } from '../format.ts';
import { easeWithRampsAtEnds, type ImageViewport } from './image-motion.ts';

/** Part of the addresses of pictures and clips with a slow zoom. Raise it with every change of how far and around what it zooms. */
export const SLOW_ZOOM_VERSION = 2;

/** The growth of an image in a second, and the most of all of it: beyond, the image would be drawn larger than it is. */
const [GROWTH_PER_SECOND, MOST_GROWTH] = [0.005, 0.12];

/** The room of an image that grows slowly, and the point in it that stays where it is; pixels of the slide. */
export interface SlowZoomRoom extends LayoutBox {
  anchorX: number;
  anchorY: number;
}

/** A moment of a slow zoom: the size of the image, as a multiple of its usual size, and its room. */
export interface SlowZoomMoment {
  factor: number;
  room: SlowZoomRoom;
}

/**
 * The part of an image that its room shows in a slow zoom.
 * @param image the whole of what the room shows at a factor of 1, in any size
 */
export function slowZoomViewport(image: PictureDimensions, { factor, room }: SlowZoomMoment): ImageViewport {
  const axis = (whole: number, shown: number, stays: number) => {
    const scale = whole / shown;
    return { from: scale * stays * (1 - 1 / factor), step: scale / factor };
  };
  return {
    across: axis(image.width, room.width, room.anchorX - room.x),
    down: axis(image.height, room.height, room.anchorY - room.y),
  };
}

/** The place of an image that stays where it is, as a share of its room, is not nearer to an edge than this. */
const MIN_SHARE_FROM_EDGE = 0.2;

/**
 * The point of one axis that stays: the inner edge of a room that touches one edge of the slide, the focus in one that touches both.
 * Undefined where it touches none: what grows would come over the ground next to it.
 */
function anchorOf(start: number, length: number, whole: number, focus: number): number | undefined {
  const [touchesStart, touchesEnd] = [start <= 0, start + length >= whole];
  if (touchesStart && touchesEnd)
    return start + length * Math.min(Math.max(focus, MIN_SHARE_FROM_EDGE), 1 - MIN_SHARE_FROM_EDGE);
  if (touchesStart) return start + length;
  return touchesEnd ? start : undefined;
}

/** The room of an image next to text that may grow slowly; undefined where it is not at the edges of the slide. Pure. */
export function slowZoomRoom(
  { x, y, width, height }: LayoutBox,
  slide: PictureDimensions,
  focus: { x: number; y: number },
): SlowZoomRoom | undefined {
  const anchorX = anchorOf(x, width, slide.width, focus.x);
  const anchorY = anchorOf(y, height, slide.height, focus.y);
  if (anchorX === undefined || anchorY === undefined) return undefined;
  return { x, y, width, height, anchorX, anchorY };
}

/** The frames of a slow zoom: `first` is counted from its start, of `total`. */
export interface SlowZoomRange {
  first: number;
  total: number;
}

/** The size of the image, as a multiple of its size at the start, in a frame of a slow zoom; later frames than `total` are as the last. */
export function slowZoomAt({ first, total }: SlowZoomRange, frame: number, fps: number): number {
  const growth = Math.min(MOST_GROWTH, (GROWTH_PER_SECOND * total) / fps);
  const zoom = 1 + growth * easeWithRampsAtEnds((first + frame) / Math.max(1, total));
  return Math.round(zoom * 1e5) / 1e5;
}
