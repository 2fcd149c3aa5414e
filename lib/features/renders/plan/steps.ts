import { clickTimesMarkedInNotes } from './click-times-marked-in-notes.ts';
import { codeFocusSteps } from './code-focus-steps.ts';
import { entranceOfWholeSlide, type PartEntrancesPlan } from './entrance.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import { bulletRevealTimes, type StateTimingInput, stateRevealTimes } from './reveal-times.ts';
import {
  type AppearingSteps,
  computeLatestStepStartFrame,
  framesOfStepReveal,
  stepRevealTransitionOf,
} from './reveals.ts';
import type { SlideForShotPlanning } from './slide-for-shot-planning.ts';

/**
 * The latest time, in seconds, for the first of some states at which all of them are still visible before the end of the slide. States that
 * would appear after the slide appear at its end, one after another.
 */
function latestFirstTime(
  states: readonly StateTimingInput[],
  { frames, fade, fps }: { frames: number; fade: number; fps: number },
): number {
  const changeCount = states.filter(({ picture }, at) => at > 0 && picture !== states[at - 1]?.picture).length;
  return (computeLatestStepStartFrame(frames, fade) - changeCount * (fade + MIN_KEY_FRAME_DISTANCE)) / fps;
}

/** The steps of a slide; undefined if it does not change. */
export function appearingStepsOf(
  span: SlideForShotPlanning,
  index: number,
  fps: number,
  entrance?: PartEntrancesPlan,
): AppearingSteps | undefined {
  const { slide, said, moves, bullets, states, sentences, frames } = span;
  const end = frames / fps;
  const clicks = (count: number) => clickTimesMarkedInNotes(said, sentences, { end, count });
  if (moves) return undefined;
  if (states.length > 1) {
    const last = states.length - 1;
    const times = stateRevealTimes(states, sentences, end, clicks(last));
    const fade = framesOfStepReveal(stepRevealTransitionOf(span), fps);
    return {
      times: times.map((time, step) => Math.min(time, latestFirstTime(states.slice(step + 1), { frames, fade, fps }))),
      picture: (state) => (state === last ? { slide: index } : { slide: index, state }),
      isSame: (state, other) => states[state]?.picture === states[other]?.picture,
    };
  }
  if (span.counts && slide.build === 'none') return entrance && entranceOfWholeSlide(index, true);
  if (bullets.length === 0) return undefined;
  if (span.lit && span.lit.length > 0)
    return codeFocusSteps(span.lit, index, (texts) => bulletRevealTimes(texts, sentences, end, clicks(texts.length)));
  if (slide.build === 'none') return entrance && entranceOfWholeSlide(index);
  return {
    times: bulletRevealTimes(bullets, sentences, end, clicks(bullets.length)),
    picture: (revealed) => ({
      slide: index,
      ...(revealed === bullets.length ? {} : { revealed }),
      // The charts of an entrance are drawn as a whole.
      ...(slide.dim_previous && !entrance && revealed > 1 ? { dimmed: revealed - 1 } : {}),
    }),
    isSame: () => false,
  };
}
