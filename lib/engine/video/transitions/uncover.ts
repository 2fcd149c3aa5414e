import { changedBox, cropped, withPart } from './changed-box.ts';
import type { TransitionEffect } from './transition-effect.ts';
import { wipe } from './wipe.ts';

/** The part that differs is uncovered in reading direction, behind a soft edge; everything else stays. */
export const uncover: TransitionEffect = (from, to, direction) => {
  const box = changedBox(from, to);
  if (!box) return () => withPart(from, from, { x: 0, y: 0, width: 0, height: 0 });
  const at = wipe(cropped(from, box), cropped(to, box), direction);
  return (phase) => withPart(from, at(phase), box);
};
