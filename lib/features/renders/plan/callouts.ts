import type { CalloutMoment, SlideCallout } from '#features/timelines/public.ts';
import { clickTimesMarkedInNotes } from './click-times-marked-in-notes.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import type { SentenceStart } from './reveal-times.ts';
import type { PictureRef, ShotWithoutPresenter, VideoShot } from './video-shot.ts';

/** The callouts of a slide, and whether they fade in. */
export interface SlideCallouts {
  list: readonly SlideCallout[];
  fades: boolean;
  /** False if the camera cannot move to areas of the slide. Absent: true. */
  hasCamera?: boolean | undefined;
}

/** The seconds in which a callout appears or disappears. */
const FADE_SECONDS = 0.3;
/** The seconds in which the camera moves to a part of the slide, or back. */
const CAMERA_SECONDS = 0.6;

/** The narration of a slide, by which moments are found; times in seconds from the start of the slide. */
interface SlideMoments {
  said: string;
  sentences: readonly SentenceStart[];
  /** The end of the slide, in seconds. */
  end: number;
}

/** The time of a moment in seconds from the start of the slide; undefined if it never comes: a mark or a sentence that is not there. */
function timeOf(
  { seconds, show, sentence }: CalloutMoment,
  { said, sentences, end }: SlideMoments,
): number | undefined {
  if (seconds !== undefined) return seconds;
  if (show !== undefined) return clickTimesMarkedInNotes(said, sentences, { end, count: show })[show - 1];
  return sentence === undefined ? undefined : sentences[sentence - 1]?.start_seconds;
}

/** A callout on the time line of its slide, in frames from the start of the slide. */
interface TimedCallout {
  index: number;
  isZoom: boolean;
  first: number;
  /** The frame at which it ends; Infinity: with the slide. */
  end: number;
}

function timedCallouts(callouts: readonly SlideCallout[], moments: SlideMoments, fps: number): TimedCallout[] {
  return callouts.flatMap(({ kind, at, until }, index): TimedCallout[] => {
    const startSeconds = at ? timeOf(at, moments) : 0;
    if (startSeconds === undefined || startSeconds >= moments.end) return [];
    const endSeconds = (until && timeOf(until, moments)) ?? Number.POSITIVE_INFINITY;
    if (endSeconds <= startSeconds) return [];
    return [{ index, isZoom: kind === 'zoom', first: Math.round(startSeconds * fps), end: endSeconds * fps }];
  });
}

type StillShot = Extract<ShotWithoutPresenter, { kind: 'still' }>;
type CalloutsAtFrame = (frame: number) => number[];

const isSameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((index, i) => index === b[i]);

/** A shot in which each picture is replaced by the result of `change`. */
function withPictures(shot: ShotWithoutPresenter, change: (picture: PictureRef) => PictureRef): ShotWithoutPresenter {
  if (shot.kind === 'still') return { ...shot, picture: change(shot.picture) };
  if ('from' in shot) return { ...shot, from: change(shot.from), to: change(shot.to) };
  return shot;
}

/** Cuts the stills of a slide where callouts appear or disappear. A change that comes during a movement waits for its end. */
function cutStillsAtCallouts(
  shots: readonly ShotWithoutPresenter[],
  begin: number,
  setAt: CalloutsAtFrame,
  { fade: fadeFrames, direction }: CutRules,
): ShotWithoutPresenter[] {
  let [frameOnTimeLine, shownCallouts] = [begin, setAt(begin)];
  return shots.flatMap((shot): ShotWithoutPresenter[] => {
    const withShownCallouts = (picture: PictureRef): PictureRef => ({ ...picture, callouts: shownCallouts });
    if (shot.kind !== 'still') {
      frameOnTimeLine += shot.frames;
      return [withPictures(shot, withShownCallouts)];
    }
    const cutShots: ShotWithoutPresenter[] = [];
    const end = frameOnTimeLine + shot.frames;
    for (
      let frame = frameOnTimeLine + MIN_KEY_FRAME_DISTANCE;
      frame + fadeFrames + MIN_KEY_FRAME_DISTANCE <= end;
      frame++
    ) {
      const nextCallouts = setAt(frame);
      if (isSameSet(nextCallouts, shownCallouts)) continue;
      const [from, to] = [withShownCallouts(shot.picture), { ...shot.picture, callouts: nextCallouts }];
      cutShots.push({ kind: 'still', frames: frame - frameOnTimeLine, picture: from });
      if (fadeFrames > 0) cutShots.push({ kind: 'transition', type: 'fade', frames: fadeFrames, direction, from, to });
      shownCallouts = nextCallouts;
      frameOnTimeLine = frame + fadeFrames;
      frame = frameOnTimeLine + MIN_KEY_FRAME_DISTANCE - 1;
    }
    cutShots.push({ kind: 'still', frames: end - frameOnTimeLine, picture: withShownCallouts(shot.picture) });
    frameOnTimeLine = end;
    return cutShots;
  });
}

interface CutRules {
  /** Frames in which callouts appear and disappear; 0: at once. */
  fade: number;
  direction: 'ltr' | 'rtl';
}

/** Moves the camera to the areas of callouts and back, within stills; movements between show the part that the camera is at. */
function withCameraMoves(
  shots: readonly ShotWithoutPresenter[],
  begin: number,
  zooms: readonly TimedCallout[],
  moveFrames: number,
): ShotWithoutPresenter[] {
  let frameOnTimeLine = begin;
  let currentZoom: TimedCallout | undefined;
  const zoomsToCome = [...zooms].sort((one, other) => one.first - other.first);
  const endOfSlide = begin + shots.reduce((sum, { frames }) => sum + frames, 0);
  const asSeen = (picture: PictureRef): PictureRef => (currentZoom ? { ...picture, view: currentZoom.index } : picture);
  /** The frame of the next movement within a still that ends at `end`; undefined if there is none. */
  const nextMove = (end: number): number | undefined => {
    const latestStart = end - moveFrames - MIN_KEY_FRAME_DISTANCE;
    const dueFrame = currentZoom
      ? Math.ceil(Math.min(currentZoom.end, end === endOfSlide ? latestStart : currentZoom.end))
      : zoomsToCome[0]?.first;
    if (dueFrame === undefined) return undefined;
    const frame = Math.max(dueFrame, frameOnTimeLine + MIN_KEY_FRAME_DISTANCE);
    const roomAfter = currentZoom ? 0 : moveFrames + 2 * MIN_KEY_FRAME_DISTANCE;
    return frame <= latestStart && frame + moveFrames + roomAfter <= endOfSlide ? frame : undefined;
  };
  return shots.flatMap((shot): ShotWithoutPresenter[] => {
    if (shot.kind !== 'still') {
      frameOnTimeLine += shot.frames;
      return [withPictures(shot, asSeen)];
    }
    const cutShots: ShotWithoutPresenter[] = [];
    const end = frameOnTimeLine + shot.frames;
    for (let frame = nextMove(end); frame !== undefined; frame = nextMove(end)) {
      const zoom = currentZoom ?? zoomsToCome.shift();
      if (!zoom) break;
      cutShots.push({ kind: 'still', frames: frame - frameOnTimeLine, picture: asSeen(shot.picture) });
      const toward = currentZoom ? 'out' : 'in';
      cutShots.push({ kind: 'zoom', frames: moveFrames, picture: { ...shot.picture, view: zoom.index }, toward });
      currentZoom = currentZoom ? undefined : zoom;
      frameOnTimeLine = frame + moveFrames;
    }
    cutShots.push({ kind: 'still', frames: end - frameOnTimeLine, picture: asSeen(shot.picture) });
    frameOnTimeLine = end;
    return cutShots;
  });
}

/**
 * The shots of a slide with its callouts: stills are cut where they appear and disappear, and where the camera moves. The frames stay the
 * same. Pure.
 */
export function shotsWithCallouts(
  shots: readonly ShotWithoutPresenter[],
  { list, fades, hasCamera = true }: SlideCallouts,
  { begin, fps, direction, moments }: { begin: number; fps: number; direction: 'ltr' | 'rtl'; moments: SlideMoments },
): ShotWithoutPresenter[] {
  const calloutsOnTimeLine = timedCallouts(list, moments, fps);
  const drawnCallouts = calloutsOnTimeLine.filter(({ isZoom }) => !isZoom);
  const setAt: CalloutsAtFrame = (frame) =>
    drawnCallouts.filter(({ first, end }) => first <= frame && frame < end).map(({ index }) => index);
  const framesOf = (seconds: number): number => Math.max(1, Math.round(seconds * fps));
  const cutShots = cutStillsAtCallouts(shots, begin, setAt, { fade: fades ? framesOf(FADE_SECONDS) : 0, direction });
  const zooms = calloutsOnTimeLine.filter(({ isZoom }) => isZoom && hasCamera);
  const finalShots = zooms.length > 0 ? withCameraMoves(cutShots, begin, zooms, framesOf(CAMERA_SECONDS)) : cutShots;
  return finalShots.map((shot) => withFadeUnderCallouts(shot, direction));
}

/**
 * Reports whether a picture shows callouts, or the camera shows only a part of it. The parts of such a picture are not animated
 * separately.
 */
export const hasCalloutsOrCameraView = ({ callouts = [], view }: PictureRef): boolean =>
  callouts.length > 0 || view !== undefined;

/** Parts beneath callouts fade in: the layers of an entrance have no callouts, and what one blurs would be seen. */
const withFadeUnderCallouts = (shot: ShotWithoutPresenter, direction: 'ltr' | 'rtl'): ShotWithoutPresenter => {
  if (shot.kind !== 'drawn' || !(hasCalloutsOrCameraView(shot.from) || hasCalloutsOrCameraView(shot.to))) return shot;
  const { frames, from, to } = shot;
  return { kind: 'transition', type: 'fade', frames, direction, from, to };
};

const isStill = (shot: ShotWithoutPresenter | undefined): shot is StillShot => shot?.kind === 'still';

/** The picture of a still shot. @throws RangeError for a shot that is not a still */
export function requirePictureOfStillShot(shot: ShotWithoutPresenter | undefined): PictureRef {
  if (!isStill(shot)) throw new RangeError('the shots of a slide with callouts start and end with stills');
  return shot.picture;
}

/** The callouts that appear in shots, by their numbers from 0. */
export function collectCalloutNumbersInShots(shots: readonly VideoShot[]): Set<number> {
  const numbers = new Set<number>();
  const add = ({ callouts = [], view }: PictureRef): void => {
    for (const index of callouts) numbers.add(index);
    if (view !== undefined) numbers.add(view);
  };
  for (const shotWithPresenter of shots) {
    const shot = shotWithPresenter.kind === 'presenter' ? shotWithPresenter.under : shotWithPresenter;
    if (shot.kind === 'still' || shot.kind === 'zoom') add(shot.picture);
    if ('from' in shot) [shot.from, shot.to].forEach(add);
  }
  return numbers;
}
