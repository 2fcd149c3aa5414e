import type { ImageMotion } from '../../video/motion/image-motion.ts';
import type { TransitionType } from '../../video/transitions/transition-types.ts';

/** A picture of a slide: which one, how much of it is there yet, and where its image rests if it moves. */
export interface PictureRef {
  /** 0-based. */
  slide: number;
  /** Only so many of its bullet points are visible; absent: all of them. */
  revealed?: number | undefined;
  /** The image of this slide moves: as it is before its movement, or after. */
  rest?: 'start' | 'end' | undefined;
  /** The caption drawn over it; the empty string: none now, but room is kept for one. Absent: the video has none. */
  caption?: string | undefined;
}

/** A caption that stands over moving pictures: over the frames from `first` up to `end` (exclusive) of their shot. */
export interface ShownCaption {
  text: string;
  first: number;
  end: number;
}

/**
 * A stretch of the video, in frames. Shots follow one another without a gap from the first frame to the last.
 * A moving one has captions, if only an empty list, where they are drawn into the video.
 */
export type Shot =
  /** One picture that stands. */
  | { kind: 'still'; frames: number; picture: PictureRef }
  /** From the picture before to the one behind; neither of the two itself. */
  | {
      kind: 'transition';
      frames: number;
      captions?: readonly ShownCaption[] | undefined;
      type: Exclude<TransitionType, 'none'>;
      direction: 'ltr' | 'rtl';
      from: PictureRef;
      to: PictureRef;
    }
  /** Part of a slow movement of a slide's image: the frames from `first` on, of `total`. */
  | {
      kind: 'image_motion';
      frames: number;
      slide: number;
      motion: Exclude<ImageMotion, 'none'>;
      first: number;
      total: number;
      captions?: readonly ShownCaption[] | undefined;
    };
