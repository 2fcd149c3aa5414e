import type { ChosenTransition } from './choose-transition.ts';
import { asMorphIfShared, type ShownParts, withMorph } from './morph.ts';
import type { PictureRef, Shot } from './shot.ts';

/** The last picture of a slide, and its parts. */
export interface LastShown {
  picture: PictureRef;
  parts: ShownParts;
}

/** A slide, as far as the transition into it depends on it. */
interface EnteredSlide {
  transition: ChosenTransition;
  direction: 'ltr' | 'rtl';
  parts: ShownParts;
}

/** The shots of the transition into a slide, which takes some frames and ends with a picture. Pure. @param before is shown until then */
export function transitionShots(
  { transition, direction, parts }: EnteredSlide,
  before: LastShown,
  { frames, to }: { frames: number; to: PictureRef },
): Shot[] {
  const { type, mayMorph } = transition;
  if (type === 'none') return [];
  const shot = { kind: 'transition', frames, type, direction, from: before.picture, to } as const;
  const both = { from: before.parts, to: parts };
  return withMorph(mayMorph ? asMorphIfShared(shot, both) : shot, both);
}
