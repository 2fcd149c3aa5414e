import type { PlacedClip } from '../../clips/clip.ts';
import type { Size } from '../../format.ts';
import { lightBeside } from '../../transitions/cover.ts';
import { smoothstep } from '../../transitions/easing.ts';
import { riseAt } from '../../transitions/rise.ts';
import { shownColumns } from '../../transitions/slide.ts';
import { type Mix, WHOLE_LIGHT, WHOLE_WEIGHT } from '../blend-frames.ts';
import { HALF_SIDE, type ShadowStep } from '../moved-macroblocks.ts';

const weightOf = (share: number): number => Math.min(Math.max(Math.round(WHOLE_WEIGHT * share), 1), WHOLE_WEIGHT - 1);

/** Halves of macroblocks of each step of a shadow, from the new picture on. The finer ones are where it is darker. */
const SHADOW_STEPS = [1, 1, 2, 2] as const;

/** The steps of the shadow of a covering picture. */
function shadowAt(phase: number, width: number): ShadowStep[] {
  let reached = 0;
  const steps = SHADOW_STEPS.map((halves) => {
    const distance = (reached + halves / 2) * HALF_SIDE;
    reached += halves;
    return { halves, weight: Math.round(WHOLE_LIGHT * lightBeside(distance, phase, width)) };
  });
  return steps.filter(({ weight }) => weight < WHOLE_LIGHT);
}

/** The frame of a transition at a phase from 0 to 1. */
function mixAt(phase: number, { clip: { rises }, movesIn, springs }: PlacedClip, { width, height }: Size): Mix {
  if (movesIn) {
    const pushes = movesIn.type === 'slide';
    const shadow = pushes ? [] : shadowAt(phase, width);
    const from = movesIn.direction === 'ltr' ? 'right' : 'left';
    return { moved: { from, width, shown: shownColumns(phase, width), pushes, shadow } };
  }
  if (!rises) return { weight: weightOf(smoothstep(phase)) };
  const { down, share } = riseAt(phase, height, springs ? 'spring' : 'rise');
  return { weight: weightOf(share), lowered: { box: rises, down } };
}

/** The frames that a clip enters with, without the last one, which is its picture. @param size of the pictures, in pixels */
export const mixesOf = (placed: PlacedClip, size: Size): Mix[] =>
  Array.from({ length: placed.shown - 1 }, (_, i) => mixAt((i + 1) / placed.shown, placed, size));
