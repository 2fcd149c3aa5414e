import type { ChosenTransition } from './choose-transition-for-motion-level.ts';
import { doesChartMorph, type MorphableSlideParts, shareEnoughForMorph, shotsOfMorphOrTransition } from './morph.ts';
import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/** The last picture of a slide, and its parts. */
export interface LastPictureShown {
  picture: PictureRef;
  parts: MorphableSlideParts;
}

/** A slide, as far as the transition into it depends on it. */
interface EnteredSlide {
  transition: ChosenTransition;
  direction: 'ltr' | 'rtl';
  parts: MorphableSlideParts;
}

const NO_PARTS: MorphableSlideParts = { whole: [], standing: [] };
/** Slides that share too little go through the ground. */
const NOTHING_SHARED = { from: NO_PARTS, to: NO_PARTS };

/** The shots of the transition into a slide, which takes some frames and ends with a picture. Pure. @param before is shown until then */
export function transitionShots(
  { transition, direction, parts }: EnteredSlide,
  before: LastPictureShown,
  { frames, to }: { frames: number; to: PictureRef },
): ShotWithoutPresenter[] {
  const { type, mayMorph } = transition;
  if (type === 'none') return [];
  const shot = { kind: 'transition', frames, type, direction, from: before.picture, to } as const;
  const partsOfBoth = { from: before.parts, to: parts };
  if (!mayMorph) return shotsOfMorphOrTransition(shot, partsOfBoth);
  return shareEnoughForMorph(shot, partsOfBoth)
    ? shotsOfMorphOrTransition({ ...shot, type: 'morph' }, partsOfBoth)
    : shotsOfMorphOrTransition(shot, NOTHING_SHARED);
}

/**
 * Reports whether the chart before a slide turns into that of the slide in its transition. The chart then does not enter. Pure.
 * @param to the picture of the whole slide
 */
export function doesChartComeByMorph(
  { transition: { type, mayMorph }, parts }: Pick<EnteredSlide, 'transition' | 'parts'>,
  before: LastPictureShown,
  to: PictureRef,
): boolean {
  const [from, partsOfBoth] = [before.picture, { from: before.parts, to: parts }];
  if (!doesChartMorph(from, to, partsOfBoth)) return false;
  return mayMorph ? shareEnoughForMorph({ from, to }, partsOfBoth) : type === 'morph';
}
