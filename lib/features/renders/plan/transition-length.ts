import type { ChosenTransition } from './choose-transition-for-motion-level.ts';

/** The frames of the transition to a slide that is long enough for it; 0 for the first slide. */
export const transitionFrameCount = (
  { type, duration_seconds }: Pick<ChosenTransition, 'type' | 'duration_seconds'>,
  index: number,
  fps: number,
): number => (index === 0 || type === 'none' ? 0 : Math.round(duration_seconds * fps));
