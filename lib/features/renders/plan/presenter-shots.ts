import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import { splitMovementIntoClips } from './moving-clips.ts';
import type { PresenterOnTimeLine } from './presenter-plan.ts';
import type { PictureRef, PresenterShot, ShotWithoutPresenter, VideoShot } from './video-shot.ts';

/** The shot with the presenter in each of its pictures as `presenterOf` says. */
function withPresenter<S extends ShotWithoutPresenter>(
  shot: S,
  presenterOf: (slide: number) => PictureRef['presenter'],
): S {
  const change = (picture: PictureRef): PictureRef => ({ ...picture, presenter: presenterOf(picture.slide) });
  if (shot.kind === 'still' || shot.kind === 'zoom') return { ...shot, picture: change(shot.picture) };
  if (shot.kind === 'transition' || shot.kind === 'drawn')
    return { ...shot, from: change(shot.from), to: change(shot.to) };
  return shot;
}

/** The shot without presenters. */
const withoutPresenters = <S extends ShotWithoutPresenter>(shot: S): S => withPresenter(shot, () => 'none');

/** The lengths of the pieces of a still before, within and after the time in which the presenter speaks. Short ones belong to their neighbour. */
function pieceLengthsOfStill(
  frames: number,
  startOfShot: number,
  { startFrame, endFrame }: PresenterOnTimeLine,
): number[] {
  const cutFrames = [startFrame - startOfShot, endFrame - startOfShot].filter(
    (frame) => frame >= MIN_KEY_FRAME_DISTANCE && frames - frame >= MIN_KEY_FRAME_DISTANCE,
  );
  const edges = [0, ...new Set(cutFrames), frames];
  return edges.slice(1).map((edge, i) => edge - (edges[i] ?? 0));
}

/** A shot of a slide with its presenter. @param startOfShot its first frame, from the start of the slide */
function presenterShotsOf(
  shot: ShotWithoutPresenter,
  slide: number,
  startOfShot: number,
  span: PresenterOnTimeLine,
  fps: number,
): VideoShot[] {
  const { source, from, to, startFrame, endFrame } = span;
  const lastSecond = Math.max(from, to - 1 / fps);
  const secondAt = (frame: number): number => Math.min(lastSecond, Math.max(from, from + (frame - startFrame) / fps));
  const isSpeaking = (first: number, frames: number): boolean =>
    first + frames / 2 >= startFrame && first + frames / 2 < endFrame;
  const withPresenterOver = (under: ShotWithoutPresenter, first: number): PresenterShot => ({
    kind: 'presenter',
    frames: under.frames,
    slide,
    source,
    second: secondAt(first),
    ...(isSpeaking(first, under.frames) ? {} : { stands: true as const }),
    under: withoutPresenters(under),
  });
  if (shot.kind !== 'still') return [withPresenterOver(shot, startOfShot)];
  let first = startOfShot;
  return pieceLengthsOfStill(shot.frames, startOfShot, span).flatMap((frames): VideoShot[] => {
    const start = first;
    first += frames;
    if (!isSpeaking(start, frames)) {
      const picture = { ...shot.picture, presenter: secondAt(start) };
      return [{ ...shot, frames, picture }];
    }
    return splitMovementIntoClips(frames, fps).map((clip) =>
      withPresenterOver({ ...shot, frames: clip.length }, start + clip.first),
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
): VideoShot[] {
  let frame = begin;
  return shots.flatMap((shot) => {
    const start = frame;
    frame += shot.frames;
    return presenterShotsOf(shot, slide, start, span, fps);
  });
}
