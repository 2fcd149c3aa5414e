import type { ImageMotion, TransitionType } from '../../timelines/slide.ts';

/** A picture of a slide: which one, how much of it is there yet, and where its image rests if it moves. */
export interface PictureRef {
  /** 0-based. */
  slide: number;
  /** Only so many of its bullet points are visible; absent: all of them. */
  revealed?: number | undefined;
  /** The image of this slide moves: as it is before its movement, or after. */
  rest?: 'start' | 'end' | undefined;
}

/** A stretch of the video, in frames. Shots follow one another without a gap from the first frame to the last. */
export type Shot =
  /** One picture that stands. */
  | { kind: 'still'; frames: number; picture: PictureRef }
  /** From the picture before to the one behind; neither of the two itself. */
  | {
      kind: 'transition';
      frames: number;
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
    };
