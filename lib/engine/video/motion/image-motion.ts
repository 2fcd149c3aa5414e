import type { ResampleAxis } from './resample.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * The part of an image that is shown: on each axis its first luma pixel (`from`), and the luma pixels of the image per luma pixel of the
 * room (`step`).
 */
export interface ImageViewport {
  across: ResampleAxis;
  down: ResampleAxis;
}

/**
 * The view of a part of an image.
 * @param x horizontal place of the part, from the left edge (0) to the right edge (1); vertically it is in the middle
 */
function view(image: Size, room: Size, part: Size, x: number): ImageViewport {
  return {
    across: { from: (image.width - part.width) * x, step: part.width / room.width },
    down: { from: (image.height - part.height) / 2, step: part.height / room.height },
  };
}

/**
 * The part of its image that a room shows at a phase (0–1) of the motion. Zooms are between the whole image and its middle in full size.
 * Pans show a part in full size; the view moves to the left or to the right, as a camera does. The motion is at rest at both ends.
 * @throws RangeError for `none`
 */
export function imageViewportAtPhase(motion: ImageMotion, image: Size, room: Size, phase: number): ImageViewport {
  const way = easeWithRampsAtEnds(phase);
  switch (motion) {
    case 'zoom_in':
    case 'zoom_out': {
      const near = motion === 'zoom_in' ? way : 1 - way;
      // Powers, not sums: a zoom of constant speed multiplies the size by the same factor in each frame.
      const part = (whole: number, least: number): number => whole ** (1 - near) * least ** near;
      const size = { width: part(image.width, room.width), height: part(image.height, room.height) };
      return view(image, room, size, 0.5);
    }
    case 'pan_left':
      return view(image, room, room, 1 - way);
    case 'pan_right':
      return view(image, room, room, way);
    case 'none':
      throw new RangeError('the motion none moves no image');
  }
}

/** The part of a motion in which it accelerates; the same part at the end slows down. */
const RAMP = 0.2;

/** Easing from 0 to 1 at a constant speed between short ramps at both ends. For slow motion: smoothstep would be fast in the middle. */
export function easeWithRampsAtEnds(t: number): number {
  const x = clamp(t);
  if (x > 0.5) return 1 - easeWithRampsAtEnds(1 - x);
  const way = x < RAMP ? (x * x) / (2 * RAMP) : x - RAMP / 2;
  return way / (1 - RAMP);
}

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** The motions of the API: slow movements of a slide's image while the slide is shown. */
export const IMAGE_MOTIONS = ['none', 'zoom_in', 'zoom_out', 'pan_left', 'pan_right'] as const;
/** A motion of a slide's image. */
export type ImageMotion = (typeof IMAGE_MOTIONS)[number];
