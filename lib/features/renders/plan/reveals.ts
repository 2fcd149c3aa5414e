import {
  REVEAL_SECONDS_AND_TRANSITIONS,
  SPRING_RISE_SECONDS_AND_TRANSITION,
  type TransitionTypeWithFrames,
} from '#engine/video/transitions/transition-types.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import type { SlideForShotPlanning } from './slide-for-shot-planning.ts';
import type { PictureRef } from './video-shot.ts';

/** The frame at which one or more steps start to appear, and what is visible then. */
export interface StepReveal {
  /** First frame of the fade, from the start of the slide. */
  at: number;
  /** Number of bullet points that are visible afterwards, or the number of the state. */
  revealed: number;
}

/** Points or states of a slide that appear one after another. */
export interface AppearingSteps {
  /** The time of each step in seconds from the start of the slide, ascending. */
  times: readonly number[];
  /** The picture after a number of steps. */
  picture(revealed: number): PictureRef;
  /** Reports whether the slide looks the same after both numbers of steps. */
  isSame(revealed: number, other: number): boolean;
}

/** The way in which a step appears: the transition, and its length in seconds. */
export interface StepRevealTransition {
  seconds: number;
  type: TransitionTypeWithFrames;
}

/** The way in which the points or states of a slide appear. Lines of code do not move: their highlight fades. */
export function stepRevealTransitionOf({ slide, lit = [] }: SlideForShotPlanning): StepRevealTransition {
  if (lit.length > 0) return REVEAL_SECONDS_AND_TRANSITIONS.fade;
  return slide.springs && slide.build_style === 'rise'
    ? SPRING_RISE_SECONDS_AND_TRANSITION
    : REVEAL_SECONDS_AND_TRANSITIONS[slide.build_style];
}

/** Frames in which a step appears; 0: it is there at once. */
export function framesOfStepReveal({ seconds }: StepRevealTransition, fps: number): number {
  return seconds === 0 ? 0 : Math.max(1, Math.round(seconds * fps));
}

/** The last frame at which a step may start, so that it is visible before the end of the slide. @param fade frames in which it appears */
export const computeLatestStepStartFrame = (frames: number, fade: number): number =>
  frames - fade - MIN_KEY_FRAME_DISTANCE;

/**
 * The reveals of a slide's steps. A step that follows another too closely appears together with it. Empty for a slide that is too short for
 * one reveal, which shows everything from the start.
 */
export function revealsOfSlideSteps(
  { times, isSame }: AppearingSteps,
  { frames, begin, fade, fps }: { frames: number; begin: number; fade: number; fps: number },
): StepReveal[] {
  const latestFrame = computeLatestStepStartFrame(frames, fade);
  const reveals: StepReveal[] = [];
  times.forEach((time, index) => {
    if (isSame(reveals.at(-1)?.revealed ?? 0, index + 1)) return;
    const lastReveal = reveals.at(-1);
    const earliestFrame = lastReveal ? lastReveal.at + fade + MIN_KEY_FRAME_DISTANCE : begin + MIN_KEY_FRAME_DISTANCE;
    const frame = Math.max(Math.round(time * fps), earliestFrame);
    if (frame <= latestFrame) reveals.push({ at: frame, revealed: index + 1 });
    else if (lastReveal) lastReveal.revealed = index + 1;
    else if (latestFrame >= earliestFrame) reveals.push({ at: latestFrame, revealed: index + 1 });
  });
  return reveals;
}
