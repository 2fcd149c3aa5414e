import {
  isPartMorphableChart,
  type KeyedSlidePart,
  sharedSlideParts,
  similarityOfSlides,
} from '#engine/video/drawing/shared-slide-parts.ts';
import { hasCalloutsOrCameraView } from './callouts.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/** The parts of a slide that a neighbour may share. */
export interface MorphableSlideParts {
  /** The parts of the slide when all of it is visible. */
  whole: readonly KeyedSlidePart[];
  /** The parts that are visible before its points or states appear. */
  standing: readonly KeyedSlidePart[];
}

/** The parts of the slide before a transition (`from`) and of the one after it (`to`). */
interface PartsOfBothSlides {
  from: MorphableSlideParts;
  to: MorphableSlideParts;
}

type Transition = Extract<ShotWithoutPresenter, { kind: 'transition' }>;

/** The parts that a picture of a slide shows; empty for a picture with a video or a presenter, which is not a drawing that could be divided. */
function partsIn(
  { revealed, state, moment, presenter }: PictureRef,
  { whole, standing }: MorphableSlideParts,
): readonly KeyedSlidePart[] {
  if (moment !== undefined || typeof presenter === 'number') return [];
  return revealed === undefined && state === undefined ? whole : standing;
}

/**
 * The shots of two fades: from the first picture to the background of the second slide, then from the background to the second picture.
 * Letters of both slides are never visible at the same time. A decoder that blends fades needs no encoded frames for them. If the time is
 * too short for both, it is one moving shot.
 */
function fadesThroughGround(shot: Transition): ShotWithoutPresenter[] {
  const fadeFrames = Math.floor((shot.frames - MIN_KEY_FRAME_DISTANCE) / 2);
  if (fadeFrames < 1) return [shot];
  const ground: PictureRef = { slide: shot.to.slide, bare: true };
  const { from, to, direction } = shot;
  const fadeShot = { kind: 'transition', type: 'fade', frames: fadeFrames, direction } as const;
  return [
    { ...fadeShot, from, to: ground },
    { kind: 'still', frames: shot.frames - 2 * fadeFrames, picture: ground },
    { ...fadeShot, from: ground, to },
  ];
}

/** The share of equal parts from which slides turn into one another even if no request names a `morph`. */
const MIN_SHARE_FOR_MORPH = 0.3;

/** Reports whether a `morph` moves a part to its new place: points and tables stay where they are. */
const canPartMove = (part: KeyedSlidePart): boolean =>
  isPartMorphableChart(part) || /^(title|picture|item):/.test(part.key);

/** Reports whether two slides share enough for a `morph` that no request names. Pure. */
export const shareEnoughForMorph = ({ from, to }: Pick<Transition, 'from' | 'to'>, parts: PartsOfBothSlides): boolean =>
  similarityOfSlides(partsIn(from, parts.from).filter(canPartMove), partsIn(to, parts.to).filter(canPartMove)) >=
  MIN_SHARE_FOR_MORPH;

/**
 * The shots of a transition between two slides. A `morph` between slides without common parts fades through the empty background; any
 * other transition is one shot. Pure.
 */
export function shotsOfMorphOrTransition(shot: Transition, parts: PartsOfBothSlides): ShotWithoutPresenter[] {
  if (shot.type !== 'morph') return [shot];
  // Content that covers one of the slides cannot move with its parts.
  const isCovered = hasCalloutsOrCameraView(shot.from) || hasCalloutsOrCameraView(shot.to);
  const sharedParts = isCovered ? [] : sharedSlideParts(partsIn(shot.from, parts.from), partsIn(shot.to, parts.to));
  return sharedParts.length > 0 ? [shot] : fadesThroughGround(shot);
}

/** Reports whether the chart of one picture turns into that of the other in a `morph`, so that it does not enter. Pure. */
export const doesChartMorph = (from: PictureRef, to: PictureRef, parts: PartsOfBothSlides): boolean =>
  !hasCalloutsOrCameraView(from) &&
  !hasCalloutsOrCameraView(to) &&
  from.dimmed === undefined &&
  sharedSlideParts(partsIn(from, parts.from), partsIn(to, parts.to)).some(isPartMorphableChart);
