import { entranceShot, type PlannedEntrance, planSlideEntrance, shorterEntrances } from './entrance.ts';
import { appearancesOfSteps, framesOfStepAppearance, revealStyleOf, type StepAppearance } from './reveals.ts';
import { MIN_FRAMES_BETWEEN_KEY_FRAMES } from './shortest-hold.ts';
import type { PictureRef, ShotWithoutPresenter } from './shot.ts';
import type { ShotsAfterTransition, SlideForShotPlanning } from './slide-for-shot-planning.ts';
import { appearingStepsOf } from './steps.ts';

/** The longest of some entrances with which most steps of a slide appear apart from one another, and the appearances of its steps. */
function entranceWithMostSteps(
  entrances: readonly PlannedEntrance[],
  appearances: (fade: number) => StepAppearance[],
): { entrance: PlannedEntrance; reveals: StepAppearance[] } | undefined {
  const all = entrances.map((entrance) => ({ entrance, reveals: appearances(entrance.frames) }));
  const most = Math.max(...all.map(({ reveals }) => reveals.length));
  return all.find(({ reveals }) => reveals.length === most);
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
  const usual = planSlideEntrance(span.enters ?? 0, frames - entry - 2 * MIN_FRAMES_BETWEEN_KEY_FRAMES, fps);
  const steps = appearingStepsOf(span, index, fps, usual);
  const way = revealStyleOf(span);
  const appearances = (fade: number): StepAppearance[] =>
    steps ? appearancesOfSteps(steps, { frames, begin: entry, fade, fps }) : [];
  const chosen = usual && entranceWithMostSteps(shorterEntrances(usual, fps), appearances);
  const entrance = chosen?.entrance;
  const fade = entrance?.frames ?? framesOfStepAppearance(way, fps);
  const reveals = chosen?.reveals ?? appearances(fade);
  const whole: PictureRef = { slide: index };
  if (!steps || reveals.length === 0)
    return { first: whole, last: whole, shots: [{ kind: 'still', frames: frames - entry, picture: whole }] };
  const { picture } = steps;
  const { type } = way;
  const shots: ShotWithoutPresenter[] = [];
  let shown = 0;
  let at = entry;
  for (const reveal of reveals) {
    const [from, to] = [picture(shown), picture(reveal.revealed)];
    shots.push({ kind: 'still', frames: reveal.at - at, picture: from });
    if (entrance) shots.push(entranceShot(from, to, entrance));
    else if (fade > 0) shots.push({ kind: 'transition', frames: fade, type, direction: span.direction, from, to });
    shown = reveal.revealed;
    at = reveal.at + fade;
  }
  shots.push({ kind: 'still', frames: frames - at, picture: picture(shown) });
  return { first: picture(0), last: picture(shown), shots };
}
