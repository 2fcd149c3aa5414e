import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import type { EnteringPartIndexRange } from '#engine/video/drawing/part-entrance.ts';
import type { ImageMotion } from '#engine/video/motion/image-motion.ts';
import type { SlowZoomFrameRange } from '#engine/video/motion/slow-zoom.ts';
import type { CameraZoomDirection } from '#engine/video/motion/zoom-frames.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import {
  RISE_TRANSITIONS,
  type RiseTransition,
  SIDE_ENTRY_TRANSITIONS,
  type SideEntryTransition,
  type TransitionTypeWithFrames,
} from '#engine/video/transitions/transition-types.ts';

/** Identifies a picture of a video: a slide with the visible points, the state, the position of a moving image, and the caption. */
export interface PictureRef {
  /** Index of the slide in the video, from 0. */
  slide: number;
  /** Number of its bullet points that are visible; absent: all of them. */
  revealed?: number | undefined;
  /** `hidden`: without the figures that count while the slide enters; absent: with them. */
  figures?: 'hidden' | undefined;
  /** The number of its parts, from the first, that are dimmed; absent: none. */
  dimmed?: number | undefined;
  /** The state of the slide's picture, from 0; absent: the last state, or no states. */
  state?: number | undefined;
  /** `away`: the soft lights of its ground are at their other place; absent: at their own. */
  lights?: 'away' | undefined;
  /** True: ornaments of its ground drift while it stands, where nothing is in front of them; absent: they do not. */
  drifts?: true | undefined;
  /** True: only the ground of the slide, without its image and its texts. */
  bare?: true | undefined;
  /** Index, from 0, of the group of lines of its code that is lit; absent: all lines are as usual. */
  lit?: number | undefined;
  /** The callouts over a slide, by their numbers from 0; absent: those that are in each of its pictures. */
  callouts?: readonly number[] | undefined;
  /** The callout whose area fills the frame; absent: the whole slide is seen. */
  view?: number | undefined;
  /** For a slide whose image moves: the position of the image before or after its motion. */
  rest?: 'start' | 'end' | undefined;
  /** For a slide with a video: the second of the video at which it stands; absent: its poster is shown. */
  moment?: number | undefined;
  /** For a slide with a presenter: the second of the recording at which the presenter stands, or `none`: the slide alone. Absent: the poster is shown. */
  presenter?: number | 'none' | undefined;
  /** The size of its image in a slow zoom, as a multiple of its size at the start; absent: it has none. */
  zoom?: number | undefined;
  /** The caption that is drawn over it. Empty: no caption, but room for one; absent: the video has no burned-in captions. */
  caption?: string | undefined;
}

/** A caption over a moving shot, from frame `first` up to `end` (exclusive) of the shot. */
export interface CaptionOverMovingShot {
  text: string;
  first: number;
  end: number;
}

/** A part of a video without presenters. */
export type ShotWithoutPresenter =
  /** One picture that does not move. */
  | {
      kind: 'still';
      frames: number;
      picture: PictureRef;
      /** The slow zoom of its image, to whose first frame the picture belongs; absent: it has none. */
      zooms?: SlowZoomFrameRange | undefined;
    }
  /** A transition from one picture to the next, without the two pictures themselves. */
  | {
      kind: 'transition';
      frames: number;
      captions?: readonly CaptionOverMovingShot[] | undefined;
      type: TransitionTypeWithFrames;
      direction: 'ltr' | 'rtl';
      from: PictureRef;
      to: PictureRef;
      /** The slow zoom of the image of both pictures, which continues; absent: there is none. */
      zooms?: SlowZoomFrameRange | undefined;
    }
  /** The entrance of parts of a slide, without the pictures before and after it. */
  | {
      kind: 'drawn';
      frames: number;
      captions?: readonly CaptionOverMovingShot[] | undefined;
      from: PictureRef;
      to: PictureRef;
      parts: EnteringPartIndexRange;
    }
  /** The camera moves to a part of a slide, or back. */
  | {
      kind: 'zoom';
      frames: number;
      captions?: readonly CaptionOverMovingShot[] | undefined;
      /** The slide, with `view`: the callout with the part. */
      picture: PictureRef;
      toward: CameraZoomDirection;
    }
  /** A part of the motion of a slide's image: the frames from `first` on, of `total`. */
  | {
      kind: 'image_motion';
      frames: number;
      slide: number;
      motion: Exclude<ImageMotion, 'none'>;
      first: number;
      total: number;
      captions?: readonly CaptionOverMovingShot[] | undefined;
    }
  /** A part of the video of a slide. */
  | {
      kind: 'footage';
      frames: number;
      slide: number;
      /** SHA-256 of the footage. */
      source: string;
      /** The second of the footage that the first frame shows. */
      second: number;
      /** True if its frames are those of the video, unchanged, so that they are joined instead of encoded. Absent: they are not. */
      inStep?: true | undefined;
      captions?: readonly CaptionOverMovingShot[] | undefined;
    };

/** The settings of a video that decide which frames decoders can make themselves. */
type DecoderSettings = Pick<VideoSettings, 'codec' | 'width'>;

/** Reports whether a part comes to its place from below. */
export const isRiseTransition = (type: TransitionTypeWithFrames): type is RiseTransition =>
  RISE_TRANSITIONS.some((rise) => rise === type);

/** Reports whether a new picture comes in from a side. */
export const isSideEntryTransition = (type: TransitionTypeWithFrames): type is SideEntryTransition =>
  SIDE_ENTRY_TRANSITIONS.some((moved) => moved === type);

/** A presenter who speaks over a shot of a slide. */
export interface PresenterShot {
  kind: 'presenter';
  frames: number;
  /** The slide of the presenter. */
  slide: number;
  /** SHA-256 of the footage. */
  source: string;
  /** The second of the footage that the first frame shows. */
  second: number;
  /** True: the presenter stands at this second. */
  stands?: true | undefined;
  /** The shot below, which is as long; its pictures are without presenters. */
  under: ShotWithoutPresenter;
  captions?: readonly CaptionOverMovingShot[] | undefined;
}

/**
 * A part of a video. Shots follow one another without gaps from the first frame to the last. With burned-in captions, every moving shot has
 * a list of captions, which may be empty.
 */
export type VideoShot = ShotWithoutPresenter | PresenterShot;

/**
 * Reports whether the decoder makes the frames of a transition from the pictures before and after it: of a fade, a part that rises, and a picture
 * that comes in from a side. Some codecs have a syntax for that, which needs no encoding; it is used between two pictures that do not move,
 * without captions over them.
 */
export const isTransitionBlendedByDecoder = (
  shot: VideoShot,
  { codec, width }: DecoderSettings,
): shot is Extract<ShotWithoutPresenter, { kind: 'transition' }> =>
  codecFactsOf(codec).blendsFades &&
  shot.kind === 'transition' &&
  (shot.type === 'fade' ||
    isRiseTransition(shot.type) ||
    (isSideEntryTransition(shot.type) && width <= codecFactsOf(codec).widestMove)) &&
  shot.captions === undefined &&
  [shot.from, shot.to].every(
    ({ rest, moment, presenter }) => rest === undefined && moment === undefined && typeof presenter !== 'number',
  );

/** Transitions in which pictures or parts of them change their size, or their place by parts of a pixel. */
const TRANSITIONS_BETWEEN_PIXELS: readonly TransitionTypeWithFrames[] = ['zoom', 'morph'];

/** Reports whether everything that moves in a shot moves by whole pixels and keeps its size. */
export const isWholePixelShot = (shot: VideoShot): boolean =>
  shot.kind === 'drawn' || (shot.kind === 'transition' && !TRANSITIONS_BETWEEN_PIXELS.includes(shot.type));

/** The still that is encoded for a transition that the decoder blends: it shows the last picture of the transition. */
export type StillOfBlendedShot = Extract<VideoShot, { kind: 'still' }> & {
  /** For a part that rises: two pictures that differ in it alone. */
  rises?: { from: PictureRef; to: PictureRef } | undefined;
};

/** The picture with all visible parts in their full colours, which neither drifts nor zooms: two of them differ in their parts alone. */
const withFullColours = ({ dimmed: _, drifts: _drifts, zoom: _zoom, ...picture }: PictureRef): PictureRef => picture;

/** The picture as one that stands. */
const withoutDrift = ({ drifts: _, ...picture }: PictureRef): PictureRef => picture;

/** The shot that is encoded: for a blended transition, a still of its last picture, which the next shot also shows; else the shot itself. */
export function shotToEncode<S extends VideoShot>(shot: S, settings: DecoderSettings): S | StillOfBlendedShot {
  if (!isTransitionBlendedByDecoder(shot, settings)) return shot;
  const { frames, to, from, type } = shot;
  return {
    kind: 'still',
    frames,
    picture: isRiseTransition(type) ? withoutDrift(to) : to,
    ...(isRiseTransition(type) ? { rises: { from: withFullColours(from), to: withFullColours(to) } } : {}),
  };
}
