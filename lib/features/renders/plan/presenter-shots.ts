import { splitMovementIntoClips } from './moving-clips.ts';
import type { PresenterOnTimeLine } from './presenter-plan.ts';
import { MIN_FRAMES_BETWEEN_KEY_FRAMES } from './shortest-hold.ts';
import type { PictureRef, PresenterShot, Shot, ShotWithoutPresenter } from './shot.ts';

/** The pictures of a shot, each with its presenter as `change` says. */
function withPresenter<S extends ShotWithoutPresenter>(
  shot: S,
  presenter: (slide: number) => PictureRef['presenter'],
): S {
  const change = (picture: PictureRef): PictureRef => ({ ...picture, presenter: presenter(picture.slide) });
  if (shot.kind === 'still' || shot.kind === 'zoom') return { ...shot, picture: change(shot.picture) };
  if (shot.kind === 'transition' || shot.kind === 'drawn')
    return { ...shot, from: change(shot.from), to: change(shot.to) };
  return shot;
}

/** The shot without presenters. */
const alone = <S extends ShotWithoutPresenter>(shot: S): S => withPresenter(shot, () => 'none');

/** The lengths of the pieces of a still before, within and after the time in which the presenter speaks. Short ones belong to their neighbour. */
function cutStill(frames: number, at: number, { startFrame, endFrame }: PresenterOnTimeLine): number[] {
  const cuts = [startFrame - at, endFrame - at].filter(
    (cut) => cut >= MIN_FRAMES_BETWEEN_KEY_FRAMES && frames - cut >= MIN_FRAMES_BETWEEN_KEY_FRAMES,
  );
  const edges = [0, ...new Set(cuts), frames];
  return edges.slice(1).map((edge, i) => edge - (edges[i] ?? 0));
}

/** A shot of a slide with its presenter. @param at its first frame, from the start of the slide */
function presentedShots(
  shot: ShotWithoutPresenter,
  slide: number,
  at: number,
  span: PresenterOnTimeLine,
  fps: number,
): Shot[] {
  const { source, from, to, startFrame, endFrame } = span;
  const last = Math.max(from, to - 1 / fps);
  const secondAt = (frame: number): number => Math.min(last, Math.max(from, from + (frame - startFrame) / fps));
  const speaks = (first: number, frames: number): boolean =>
    first + frames / 2 >= startFrame && first + frames / 2 < endFrame;
  const over = (under: ShotWithoutPresenter, first: number): PresenterShot => ({
    ...{ kind: 'presenter', frames: under.frames, slide, source, second: secondAt(first) },
    ...(speaks(first, under.frames) ? {} : { stands: true as const }),
    under: alone(under),
  });
  if (shot.kind !== 'still') return [over(shot, at)];
  let first = at;
  return cutStill(shot.frames, at, span).flatMap((frames): Shot[] => {
    const start = first;
    first += frames;
    if (!speaks(start, frames)) {
      const picture = { ...shot.picture, presenter: secondAt(start) };
      return [{ ...shot, frames, picture }];
    }
    return splitMovementIntoClips(frames, fps).map((clip) =>
      over({ ...shot, frames: clip.length }, start + clip.first),
    );
  });
}

/** The shots of a slide with its presenter, who speaks over stills and movements alike. The frames stay the same. Pure. */
export function shotsWithPresenter(
  shots: readonly ShotWithoutPresenter[],
  slide: number,
  begin: number,
  span: PresenterOnTimeLine,
  fps: number,
): Shot[] {
  let at = begin;
  return shots.flatMap((shot) => {
    const start = at;
    at += shot.frames;
    return presentedShots(shot, slide, start, span, fps);
  });
}
