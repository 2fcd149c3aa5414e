import type { LayoutBox } from '../drawing/layout/boxes.ts';
import type { PictureDimensions } from '../format.ts';
import { easeWithRampsAtEnds, type ImageViewport } from './image-motion.ts';

/** Part of the addresses of pictures and clips with a slow zoom. Raise it with every change of how far and around what it zooms. */
export const SLOW_ZOOM_VERSION = 2;

/** The growth of an image in a second, and its limit, as shares of its size: beyond the limit, the image would be drawn larger than it is. */
const [GROWTH_PER_SECOND, MAX_GROWTH] = [0.005, 0.12];

/** The room of an image that grows slowly, and the point in it that stays where it is; pixels of the slide. */
export interface SlowZoomRoom extends LayoutBox {
  anchorX: number;
  anchorY: number;
}

/** A moment of a slow zoom: the size of the image, as a multiple of its size at the start, and its room. */
export interface SlowZoomMoment {
  factor: number;
  room: SlowZoomRoom;
}

/**
 * The part of an image that its room shows in a slow zoom.
 * @param image the whole of what the room shows at a factor of 1, in any size
 */
export function slowZoomViewport(image: PictureDimensions, { factor, room }: SlowZoomMoment): ImageViewport {
  const axisOf = (imageSide: number, roomSide: number, fixedPoint: number) => {
    const scale = imageSide / roomSide;
    return { from: scale * fixedPoint * (1 - 1 / factor), step: scale / factor };
  };
  return {
    across: axisOf(image.width, room.width, room.anchorX - room.x),
    down: axisOf(image.height, room.height, room.anchorY - room.y),
  };
}

/** The least distance of the fixed point of an image from the edges of its room, as a share of the room. */
const MIN_SHARE_FROM_EDGE = 0.2;

/**
 * The point of one axis that stays: the inner edge of a room that touches one edge of the slide, the focus in one that touches both.
 * Undefined where it touches none: what grows would come over the ground next to it.
 */
function fixedPointOf(start: number, length: number, slideLength: number, focus: number): number | undefined {
  const [touchesStart, touchesEnd] = [start <= 0, start + length >= slideLength];
  if (touchesStart && touchesEnd)
    return start + length * Math.min(Math.max(focus, MIN_SHARE_FROM_EDGE), 1 - MIN_SHARE_FROM_EDGE);
  if (touchesStart) return start + length;
  return touchesEnd ? start : undefined;
}

/** The room of an image next to text that may grow slowly; undefined where it is not at the edges of the slide. Pure. */
export function findSlowZoomRoom(
  { x, y, width, height }: LayoutBox,
  slide: PictureDimensions,
  focus: { x: number; y: number },
): SlowZoomRoom | undefined {
  const anchorX = fixedPointOf(x, width, slide.width, focus.x);
  const anchorY = fixedPointOf(y, height, slide.height, focus.y);
  if (anchorX === undefined || anchorY === undefined) return undefined;
  return { x, y, width, height, anchorX, anchorY };
}

/** The frames of a slow zoom: `first` is counted from its start, of `total`. */
export interface SlowZoomFrameRange {
  first: number;
  total: number;
}

/** The size of the image, as a multiple of its size at the start, in a frame of a slow zoom; later frames than `total` are as the last. */
export function slowZoomFactorOfFrame({ first, total }: SlowZoomFrameRange, frame: number, fps: number): number {
  const growth = Math.min(MAX_GROWTH, (GROWTH_PER_SECOND * total) / fps);
  const zoom = 1 + growth * easeWithRampsAtEnds((first + frame) / Math.max(1, total));
  return Math.round(zoom * 1e5) / 1e5;
}
