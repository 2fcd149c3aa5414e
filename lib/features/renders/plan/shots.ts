import { requirePictureOfStillShot, shotsWithCallouts } from './callouts.ts';
import { shotsOfFootage } from './footage-shots.ts';
import {
  pictureWithOrnamentDrift,
  shotsWithMovingBackdropLights,
  shotsWithOrnamentDrifts,
} from './moving-background.ts';
import { splitMovementIntoClips } from './moving-clips.ts';
import { shotsWithPresenter } from './presenter-shots.ts';
import { shotsWithAppearingParts } from './shots-with-appearing-parts.ts';
import type { ShotsAfterTransition, SlideForShotPlanning } from './slide-for-shot-planning.ts';
import { shotsWithSlowZoom } from './slow-zoom.ts';
import { transitionFrameCount } from './transition-length.ts';
import { doesChartComeByMorph, type LastPictureShown, transitionShots } from './transition-shots.ts';
import type { PictureRef, ShotWithoutPresenter, VideoShot } from './video-shot.ts';

/** The frames of a slide's transition: at most half of the slide; 0 for the first slide. */
const transitionFrames = ({ slide, frames }: SlideForShotPlanning, index: number, fps: number): number =>
  Math.min(transitionFrameCount(slide.transition, index, fps), Math.floor(frames / 2));

/** The shots of a slide after its transition, from the frame that follows the transition. */
function shotsAfterTransition(
  span: SlideForShotPlanning,
  index: number,
  begin: number,
  fps: number,
): ShotsAfterTransition {
  const { frames, slide, footage } = span;
  if (footage)
    return shotsOfFootage(footage, index, { entry: begin, frames, fps, isInStep: span.playsInStep ?? false });
  const motion = slide.image_motion;
  if (!span.moves || motion === 'none') {
    const appearing = shotsWithAppearingParts(span, index, begin, fps);
    return span.zooms ? shotsWithSlowZoom(appearing, fps) : appearing;
  }
  const total = frames - begin;
  const shots = splitMovementIntoClips(total, fps).map(
    ({ first, length }): ShotWithoutPresenter => ({
      kind: 'image_motion',
      frames: length,
      slide: index,
      motion,
      first,
      total,
    }),
  );
  return { first: { slide: index, rest: 'start' }, last: { slide: index, rest: 'end' }, shots };
}

/** The shots of a slide with its callouts. */
function bodyWithCallouts(
  span: SlideForShotPlanning,
  body: ShotsAfterTransition,
  begin: number,
  fps: number,
): ShotsAfterTransition {
  const { callouts, said, sentences, direction, frames } = span;
  if (!callouts) return body;
  const moments = { said, sentences, end: frames / fps };
  const shots = shotsWithCallouts(body.shots, callouts, { begin, fps, direction, moments });
  return { first: requirePictureOfStillShot(shots[0]), last: requirePictureOfStillShot(shots.at(-1)), shots };
}

/** The first and the last picture of a slide, in which its presenter stands. */
function picturesWithPresenter(
  { first, last }: Pick<ShotsAfterTransition, 'first' | 'last'>,
  presenter: SlideForShotPlanning['presenter'],
  fps: number,
): Pick<ShotsAfterTransition, 'first' | 'last'> {
  if (!presenter) return { first, last };
  const { from, to, startFrame, endFrame } = presenter;
  const lastSpokenSecond = from + Math.max(0, endFrame - startFrame - 1) / fps;
  const lastSecond = Math.max(from, to - 1 / fps);
  return { first: { ...first, presenter: from }, last: { ...last, presenter: Math.min(lastSpokenSecond, lastSecond) } };
}

/** A slide whose chart does not enter if the chart before turns into it. */
function withChartOfTransition(
  span: SlideForShotPlanning,
  index: number,
  previousSlide: Pick<LastPictureShown, 'parts'> & { shown: PictureRef },
): SlideForShotPlanning {
  if (!span.enters || span.slide.build !== 'none' || span.presenter) return span;
  const { slide, parts } = span;
  const enteredSlide = { transition: slide.transition, parts };
  return doesChartComeByMorph(enteredSlide, { ...previousSlide, picture: previousSlide.shown }, { slide: index })
    ? { ...span, enters: 0 }
    : span;
}

/**
 * Plans the shots of each slide: its transition, which is part of the slide's time, and then its hold, its build or the motion of its
 * image. The frames of a slide's shots add up to those of the slide. Pure.
 */
export function planVideoShotsOfSlides(spans: readonly SlideForShotPlanning[], fps: number): VideoShot[][] {
  let previousSlide: (Omit<LastPictureShown, 'picture'> & { alone: PictureRef; shown: PictureRef }) | undefined;
  return spans.map((span, index) => {
    const entry = transitionFrames(span, index, fps);
    const slideToPlan = entry > 0 && previousSlide ? withChartOfTransition(span, index, previousSlide) : span;
    const body = bodyWithCallouts(span, shotsAfterTransition(slideToPlan, index, entry, fps), entry, fps);
    const { presenter } = span;
    const shownPictures = picturesWithPresenter(body, presenter, fps);
    const [from, to] =
      presenter?.continues && presenter.isOver
        ? [previousSlide?.alone, body.first]
        : [previousSlide?.shown, shownPictures.first];
    const transitionShotsOfSlide =
      previousSlide && from && entry > 0
        ? transitionShots(
            { ...span, transition: span.slide.transition },
            { ...previousSlide, picture: from },
            { frames: entry, to },
          )
        : [];
    const { direction, drifts, parts } = span;
    const asLastPicture = (picture: PictureRef): PictureRef =>
      drifts ? pictureWithOrnamentDrift(picture, index) : picture;
    previousSlide = { alone: asLastPicture(body.last), shown: asLastPicture(shownPictures.last), parts };
    if (presenter)
      return presenter.continues
        ? shotsWithPresenter([...transitionShotsOfSlide, ...body.shots], index, 0, presenter, fps)
        : [...transitionShotsOfSlide, ...shotsWithPresenter(body.shots, index, entry, presenter, fps)];
    const shots = [
      ...transitionShotsOfSlide,
      ...(span.movesLights ? shotsWithMovingBackdropLights(body.shots, { fps, direction }) : body.shots),
    ];
    return drifts ? shotsWithOrnamentDrifts(shots, index) : shots;
  });
}
