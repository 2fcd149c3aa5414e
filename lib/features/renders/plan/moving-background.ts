import { splitHoldIntoGops } from '#engine/video/clips/placement.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/** The longest loop of a ground that moves, in seconds: there and back. */
const MAX_LOOP_SECONDS = 6;
/** A picture that stands for less than this has no time for lights to move slowly. */
const MIN_HOLD_SECONDS = 3.4;

type Still = Extract<ShotWithoutPresenter, { kind: 'still' }>;

/** Reports whether all of a slide is seen, drawn and in its colours: then only its ground differs where lights move. */
const showsWholeSlide = ({ view, rest, moment, bare }: PictureRef): boolean =>
  view === undefined && rest === undefined && moment === undefined && !bare;

/** One loop: from a picture to the same one with its lights at their other place, and back. The frames add up to `frames`. */
function lightLoop({ picture }: Still, frames: number, direction: 'ltr' | 'rtl'): ShotWithoutPresenter[] {
  const awayPicture: PictureRef = { ...picture, lights: 'away' };
  const movingFrames = frames - 2 * MIN_KEY_FRAME_DISTANCE;
  const framesThere = Math.ceil(movingFrames / 2);
  const fade = (from: PictureRef, to: PictureRef, length: number): ShotWithoutPresenter => ({
    kind: 'transition',
    type: 'fade',
    direction,
    from,
    to,
    frames: length,
  });
  return [
    { kind: 'still', frames: MIN_KEY_FRAME_DISTANCE, picture },
    fade(picture, awayPicture, framesThere),
    { kind: 'still', frames: MIN_KEY_FRAME_DISTANCE, picture: awayPicture },
    fade(awayPicture, picture, movingFrames - framesThere),
  ];
}

/** A still whose lights move in whole loops; it starts and ends as it is. */
function withLoops(still: Still, fps: number, direction: 'ltr' | 'rtl'): ShotWithoutPresenter[] {
  if (still.frames < MIN_HOLD_SECONDS * fps || !showsWholeSlide(still.picture)) return [still];
  const lengths = splitHoldIntoGops(still.frames - MIN_KEY_FRAME_DISTANCE, MAX_LOOP_SECONDS * fps);
  return [
    ...lengths.flatMap((frames) => lightLoop(still, frames, direction)),
    { kind: 'still', frames: MIN_KEY_FRAME_DISTANCE, picture: still.picture },
  ];
}

/**
 * The shots of a slide whose background lights move while its pictures stand still. The movement is a loop of two pictures that decoders
 * blend; the number of frames does not change. Pure.
 */
export const shotsWithMovingBackdropLights = (
  shots: readonly ShotWithoutPresenter[],
  { fps, direction }: { fps: number; direction: 'ltr' | 'rtl' },
): ShotWithoutPresenter[] =>
  shots.flatMap((shot) => (shot.kind === 'still' ? withLoops(shot, fps, direction) : [shot]));

/** The picture of a slide whose ornaments drift while it stands; pictures of other slides, and of parts of it, as they are. */
export const pictureWithOrnamentDrift = (picture: PictureRef, slide: number): PictureRef =>
  picture.slide === slide && showsWholeSlide(picture) ? { ...picture, drifts: true } : picture;

/** The shots of a slide, and of the transition into it, whose ornaments drift while its pictures stand. Pure. @param slide its index */
export const shotsWithOrnamentDrifts = (
  shots: readonly ShotWithoutPresenter[],
  slide: number,
): ShotWithoutPresenter[] =>
  shots.map((shot): ShotWithoutPresenter => {
    if (shot.kind === 'still') return { ...shot, picture: pictureWithOrnamentDrift(shot.picture, slide) };
    if (shot.kind !== 'transition') return shot;
    return { ...shot, from: pictureWithOrnamentDrift(shot.from, slide), to: pictureWithOrnamentDrift(shot.to, slide) };
  });
