import type { ChosenTransition } from './choose-transition.ts';
import { type ShownParts, sharesEnough, withMorph } from './morph.ts';
import type { PictureRef, PlainShot } from './shot.ts';

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

const NONE: ShownParts = { whole: [], standing: [] };
/** Slides that share too little go through the ground. */
const NOTHING_SHARED = { from: NONE, to: NONE };

/** The shots of the transition into a slide, which takes some frames and ends with a picture. Pure. @param before is shown until then */
export function transitionShots(
  { transition, direction, parts }: EnteredSlide,
  before: LastShown,
  { frames, to }: { frames: number; to: PictureRef },
): PlainShot[] {
  const { type, mayMorph } = transition;
  if (type === 'none') return [];
  const shot = { kind: 'transition', frames, type, direction, from: before.picture, to } as const;
  const both = { from: before.parts, to: parts };
  if (!mayMorph) return withMorph(shot, both);
  return sharesEnough(shot, both) ? withMorph({ ...shot, type: 'morph' }, both) : withMorph(shot, NOTHING_SHARED);
}
