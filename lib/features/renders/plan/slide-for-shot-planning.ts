import type { SlideMotionSettings } from '#features/timelines/public.ts';
import type { SlideCallouts } from './callouts.ts';
import type { ChosenTransition } from './choose-transition-for-motion-level.ts';
import type { FootageOnTimeLine } from './footage-plan.ts';
import type { MorphableSlideParts } from './morph.ts';
import type { PresenterOnTimeLine } from './presenter-plan.ts';
import type { SentenceStart, StateTimingInput } from './reveal-times.ts';
import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/** The decided fields of a slide on which its shots depend. */
export interface SlideFieldsForShots extends SlideMotionSettings {
  transition: ChosenTransition;
  /** True if parts that rise go a little beyond their place; absent: they do not. */
  springs?: true | undefined;
}

/** A slide on the time line, with everything on which its shots depend. */
export interface SlideForShotPlanning {
  slide: SlideFieldsForShots;
  /** Its drawn bullet points, without blank ones. */
  bullets: readonly string[];
  /** The states of its picture that its layout shows; with fewer than two, the picture does not change. */
  states: readonly StateTimingInput[];
  frames: number;
  /** The text that is spoken on it, with its marks. */
  said: string;
  /** The sentences of its narration, in seconds from the start of the slide. */
  sentences: readonly SentenceStart[];
  /** True if its layout shows an image with a motion. */
  moves: boolean;
  /** The texts of the groups of lines of code that are lit one after another; absent or empty: none. */
  lit?: readonly string[] | undefined;
  /** The number of its parts that grow, are drawn or count up when they enter; absent: none. */
  enters?: number | undefined;
  /** True if the figure alone enters, and all else of the slide stands; absent: false. */
  counts?: boolean | undefined;
  /** Its video; absent: it has none. */
  footage?: FootageOnTimeLine | undefined;
  /** True if the frames of its video, unchanged, are its pictures; absent: they are not. */
  playsInStep?: boolean | undefined;
  /** Its presenter; absent: it has none. */
  presenter?: PresenterOnTimeLine | undefined;
  direction: 'ltr' | 'rtl';
  /** Its callouts; absent if it has none. */
  callouts?: SlideCallouts | undefined;
  /** Its parts that a neighbour may share. */
  parts: MorphableSlideParts;
  /** True if the lights of its ground move while its pictures stand; absent: they do not. */
  movesLights?: boolean | undefined;
  /** True if its image grows slowly while its parts appear; absent: it does not. */
  zooms?: boolean | undefined;
  /** True if ornaments of its ground may drift while its pictures stand; absent: they do not. */
  drifts?: boolean | undefined;
}

/** The shots of a slide after its transition, and its first and last picture. */
export interface ShotsAfterTransition {
  first: PictureRef;
  last: PictureRef;
  shots: ShotWithoutPresenter[];
}
