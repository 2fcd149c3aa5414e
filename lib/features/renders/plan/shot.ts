import { type Codec, factsOf } from '#engine/video/codecs/codec-facts.ts';
import type { ImageMotion } from '#engine/video/motion/image-motion.ts';
import type { MovingTransition } from '#engine/video/transitions/transition-types.ts';

/** A picture of a slide: which slide, how many of its points or which of its states are visible, and where its image rests if it moves. */
export interface PictureRef {
  /** 0-based. */
  slide: number;
  /** Number of its bullet points that are visible; absent: all of them. */
  revealed?: number | undefined;
  /** One of the states of the slide's picture, from 0; absent: the last one, or the slide has none. */
  state?: number | undefined;
  /** For a slide whose image moves: before its movement, or after. */
  rest?: 'start' | 'end' | undefined;
  /** The caption drawn over it; empty: none, but room is kept for one; absent: the video has no captions. */
  caption?: string | undefined;
}

/** A caption over moving pictures: over the frames from `first` up to `end` (exclusive) of their shot. */
export interface ShownCaption {
  text: string;
  first: number;
  end: number;
}

/**
 * A part of the video, in frames. Shots follow one another without a gap from the first frame to the last.
 * Where captions are drawn into the video, every moving shot has a list of them, which may be empty.
 */
export type Shot =
  /** Shot of one picture that does not move. */
  | { kind: 'still'; frames: number; picture: PictureRef }
  /** From one picture to the next, without the two themselves. */
  | {
      kind: 'transition';
      frames: number;
      captions?: readonly ShownCaption[] | undefined;
      type: MovingTransition;
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

/**
 * Reports whether the decoder blends a fade from the pictures before and after it: some codecs can say that without an encoder, between
 * two pictures that stand, and without captions over them.
 */
export const isBlended = (shot: Shot, codec: Codec): shot is Extract<Shot, { kind: 'transition' }> =>
  factsOf(codec).blendsFades &&
  shot.kind === 'transition' &&
  shot.type === 'fade' &&
  shot.captions === undefined &&
  shot.from.rest === undefined &&
  shot.to.rest === undefined;

/** The part of a shot that is encoded: of a blended fade, only its last picture, which the next shot also shows. */
export const encodedShot = <S extends Shot>(shot: S, codec: Codec): S | Extract<Shot, { kind: 'still' }> =>
  isBlended(shot, codec) ? { kind: 'still', frames: shot.frames, picture: shot.to } : shot;
