import type { ResampleAxis } from './resample.ts';

/** The motions of the API: slow movements of a slide's image while the slide is shown. */
export const IMAGE_MOTIONS = ['none', 'zoom_in', 'zoom_out', 'pan_left', 'pan_right'] as const;
/** A motion of a slide's image. */
export type ImageMotion = (typeof IMAGE_MOTIONS)[number];

interface Size {
  width: number;
  height: number;
}

/**
 * The part of an image that is shown: on each axis its first luma pixel (`from`), and the luma pixels of the image per luma pixel of the
 * room (`step`), which is the box in which the slide shows the image.
 */
export interface ImageViewport {
  across: ResampleAxis;
  down: ResampleAxis;
}

/**
 * The view of a part of an image.
 * @param x horizontal place of the part, from the left edge (0) to the right edge (1); vertically it is in the middle
 */
function viewportOf(image: Size, room: Size, part: Size, x: number): ImageViewport {
  return {
    across: { from: (image.width - part.width) * x, step: part.width / room.width },
    down: { from: (image.height - part.height) / 2, step: part.height / room.height },
  };
}

/**
 * The part of its image that a room shows at a phase (0–1) of the motion. Zooms are between the whole image and its middle, at one pixel of
 * the image per pixel of the room. Pans show a part at that size; the view moves to the left or to the right, as a camera does. The motion is at rest at both ends.
 * @throws RangeError for `none`
 */
export function imageViewportAtPhase(motion: ImageMotion, image: Size, room: Size, phase: number): ImageViewport {
  const progress = easeWithRampsAtEnds(phase);
  switch (motion) {
    case 'zoom_in':
    case 'zoom_out': {
      // 0: the whole image; 1: its middle, one image pixel per pixel.
      const closeness = motion === 'zoom_in' ? progress : 1 - progress;
      // Powers, not sums: a zoom of constant speed multiplies the size by the same factor in each frame.
      const sideAt = (imageSide: number, roomSide: number): number =>
        imageSide ** (1 - closeness) * roomSide ** closeness;
      const size = { width: sideAt(image.width, room.width), height: sideAt(image.height, room.height) };
      return viewportOf(image, room, size, 0.5);
    }
    case 'pan_left':
      return viewportOf(image, room, room, 1 - progress);
    case 'pan_right':
      return viewportOf(image, room, room, progress);
    case 'none':
      throw new RangeError('the motion none moves no image');
  }
}

/** The fraction of the time in which a motion accelerates, and in which it slows down. */
const RAMP_FRACTION = 0.2;

/** Easing from 0 to 1 at a constant speed between short ramps at both ends. For slow motion: smoothstep would be fast in the middle. */
export function easeWithRampsAtEnds(phase: number): number {
  const clamped = clamp(phase);
  if (clamped > 0.5) return 1 - easeWithRampsAtEnds(1 - clamped);
  const progress = clamped < RAMP_FRACTION ? (clamped * clamped) / (2 * RAMP_FRACTION) : clamped - RAMP_FRACTION / 2;
  return progress / (1 - RAMP_FRACTION);
}

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);
