import { entranceShot, type PartEntrancesPlan, planSlideEntrance, shorterEntrances } from './entrance.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import { framesOfStepReveal, revealsOfSlideSteps, type StepReveal, stepRevealTransitionOf } from './reveals.ts';
import type { ShotsAfterTransition, SlideForShotPlanning } from './slide-for-shot-planning.ts';
import { appearingStepsOf } from './steps.ts';
import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/** The longest of some entrances with which most steps of a slide appear apart from one another, and the appearances of its steps. */
function entranceWithMostSteps(
  entrances: readonly PartEntrancesPlan[],
  appearances: (fade: number) => StepReveal[],
): { entrance: PartEntrancesPlan; reveals: StepReveal[] } | undefined {
  const candidates = entrances.map((entrance) => ({ entrance, reveals: appearances(entrance.frames) }));
  const maxSteps = Math.max(...candidates.map(({ reveals }) => reveals.length));
  return candidates.find(({ reveals }) => reveals.length === maxSteps);
}

/**
 * The shots of a slide whose parts appear one after another: stills, and between them the appearance of each step; one still for a slide
 * that does not change. Pure.
 * @param index of the slide in the video
 * @param entry the frame that follows the transition, from the start of the slide
 */
export function shotsWithAppearingParts(
  span: SlideForShotPlanning,
  index: number,
  entry: number,
  fps: number,
): ShotsAfterTransition {
  const { frames } = span;
  const plannedEntrance = planSlideEntrance(span.enters ?? 0, frames - entry - 2 * MIN_KEY_FRAME_DISTANCE, fps);
  const steps = appearingStepsOf(span, index, fps, plannedEntrance);
  const style = stepRevealTransitionOf(span);
  const appearances = (fade: number): StepReveal[] =>
    steps ? revealsOfSlideSteps(steps, { frames, begin: entry, fade, fps }) : [];
  const bestEntrance = plannedEntrance && entranceWithMostSteps(shorterEntrances(plannedEntrance, fps), appearances);
  const entrance = bestEntrance?.entrance;
  const fade = entrance?.frames ?? framesOfStepReveal(style, fps);
  const reveals = bestEntrance?.reveals ?? appearances(fade);
  const wholeSlide: PictureRef = { slide: index };
  if (!steps || reveals.length === 0)
    return {
      first: wholeSlide,
      last: wholeSlide,
      shots: [{ kind: 'still', frames: frames - entry, picture: wholeSlide }],
    };
  const { picture } = steps;
  const { type } = style;
  const shots: ShotWithoutPresenter[] = [];
  let shownSteps = 0;
  let frame = entry;
  for (const reveal of reveals) {
    const [from, to] = [picture(shownSteps), picture(reveal.revealed)];
    shots.push({ kind: 'still', frames: reveal.at - frame, picture: from });
    if (entrance) shots.push(entranceShot(from, to, entrance));
    else if (fade > 0) shots.push({ kind: 'transition', frames: fade, type, direction: span.direction, from, to });
    shownSteps = reveal.revealed;
    frame = reveal.at + fade;
  }
  shots.push({ kind: 'still', frames: frames - frame, picture: picture(shownSteps) });
  return { first: picture(0), last: picture(shownSteps), shots };
}
