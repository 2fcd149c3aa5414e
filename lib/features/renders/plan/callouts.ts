import type { CalloutMoment, SlideCallout } from '#features/timelines/public.ts';
import { clickTimesMarkedInNotes } from './click-times-marked-in-notes.ts';
import type { TimedSentence } from './reveal-times.ts';
import { MIN_FRAMES_BETWEEN_KEY_FRAMES } from './shortest-hold.ts';
import type { PictureRef, Shot, ShotWithoutPresenter } from './shot.ts';

/** The callouts of a slide, and whether they fade in. */
export interface SlideCallouts {
  list: readonly SlideCallout[];
  fades: boolean;
  /** False if the camera cannot move to areas of the slide. Absent: true. */
  hasCamera?: boolean | undefined;
}

/** The seconds in which a callout appears or disappears, and in which the camera moves to a part of the slide or back. */
const FADE_SECONDS = 0.3;
const CAMERA_SECONDS = 0.6;

/** The narration of a slide, by which moments are found; times in seconds from the start of the slide. */
interface SlideMoments {
  said: string;
  sentences: readonly TimedSentence[];
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

function timed(callouts: readonly SlideCallout[], moments: SlideMoments, fps: number): TimedCallout[] {
  return callouts.flatMap(({ kind, at, until }, index): TimedCallout[] => {
    const start = at ? timeOf(at, moments) : 0;
    if (start === undefined || start >= moments.end) return [];
    const stop = (until && timeOf(until, moments)) ?? Number.POSITIVE_INFINITY;
    if (stop <= start) return [];
    return [{ index, isZoom: kind === 'zoom', first: Math.round(start * fps), end: stop * fps }];
  });
}

type Still = Extract<ShotWithoutPresenter, { kind: 'still' }>;
type Sets = (frame: number) => number[];

const isSameSet = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((each, i) => each === others[i]);

/** A shot in which each picture is replaced by the result of `change`. */
function withPictures(shot: ShotWithoutPresenter, change: (picture: PictureRef) => PictureRef): ShotWithoutPresenter {
  if (shot.kind === 'still') return { ...shot, picture: change(shot.picture) };
  if ('from' in shot) return { ...shot, from: change(shot.from), to: change(shot.to) };
  return shot;
}

/** Cuts the stills of a slide where callouts appear or disappear. A change that comes during a movement waits for its end. */
function cutForSets(
  shots: readonly ShotWithoutPresenter[],
  begin: number,
  setAt: Sets,
  { fade, direction }: CutRules,
): ShotWithoutPresenter[] {
  let [at, shown] = [begin, setAt(begin)];
  return shots.flatMap((shot): ShotWithoutPresenter[] => {
    const showing = (picture: PictureRef): PictureRef => ({ ...picture, callouts: shown });
    if (shot.kind !== 'still') {
      at += shot.frames;
      return [withPictures(shot, showing)];
    }
    const made: ShotWithoutPresenter[] = [];
    const end = at + shot.frames;
    for (let frame = at + MIN_FRAMES_BETWEEN_KEY_FRAMES; frame + fade + MIN_FRAMES_BETWEEN_KEY_FRAMES <= end; frame++) {
      const next = setAt(frame);
      if (isSameSet(next, shown)) continue;
      const [from, to] = [showing(shot.picture), { ...shot.picture, callouts: next }];
      made.push({ kind: 'still', frames: frame - at, picture: from });
      if (fade > 0) made.push({ kind: 'transition', type: 'fade', frames: fade, direction, from, to });
      shown = next;
      at = frame + fade;
      frame = at + MIN_FRAMES_BETWEEN_KEY_FRAMES - 1;
    }
    made.push({ kind: 'still', frames: end - at, picture: showing(shot.picture) });
    at = end;
    return made;
  });
}

interface CutRules {
  /** Frames in which callouts appear and disappear; 0: at once. */
  fade: number;
  direction: 'ltr' | 'rtl';
}

/** Moves the camera to the areas of callouts and back, within stills; movements between show the part that the camera is at. */
function withCamera(
  shots: readonly ShotWithoutPresenter[],
  begin: number,
  zooms: readonly TimedCallout[],
  way: number,
): ShotWithoutPresenter[] {
  let at = begin;
  let near: TimedCallout | undefined;
  const waiting = [...zooms].sort((one, other) => one.first - other.first);
  const all = begin + shots.reduce((sum, { frames }) => sum + frames, 0);
  const seen = (picture: PictureRef): PictureRef => (near ? { ...picture, view: near.index } : picture);
  /** The frame of the next movement within a still that ends at `end`; undefined if there is none. */
  const nextMove = (end: number): number | undefined => {
    const latest = end - way - MIN_FRAMES_BETWEEN_KEY_FRAMES;
    const wanted = near ? Math.ceil(Math.min(near.end, end === all ? latest : near.end)) : waiting[0]?.first;
    if (wanted === undefined) return undefined;
    const frame = Math.max(wanted, at + MIN_FRAMES_BETWEEN_KEY_FRAMES);
    const roomAfter = near ? 0 : way + 2 * MIN_FRAMES_BETWEEN_KEY_FRAMES;
    return frame <= latest && frame + way + roomAfter <= all ? frame : undefined;
  };
  return shots.flatMap((shot): ShotWithoutPresenter[] => {
    if (shot.kind !== 'still') {
      at += shot.frames;
      return [withPictures(shot, seen)];
    }
    const made: ShotWithoutPresenter[] = [];
    const end = at + shot.frames;
    for (let frame = nextMove(end); frame !== undefined; frame = nextMove(end)) {
      const zoom = near ?? waiting.shift();
      if (!zoom) break;
      made.push({ kind: 'still', frames: frame - at, picture: seen(shot.picture) });
      const toward = near ? 'out' : 'in';
      made.push({ kind: 'zoom', frames: way, picture: { ...shot.picture, view: zoom.index }, toward });
      near = near ? undefined : zoom;
      at = frame + way;
    }
    made.push({ kind: 'still', frames: end - at, picture: seen(shot.picture) });
    at = end;
    return made;
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
  const all = timed(list, moments, fps);
  const drawn = all.filter(({ isZoom }) => !isZoom);
  const setAt: Sets = (frame) =>
    drawn.filter(({ first, end }) => first <= frame && frame < end).map(({ index }) => index);
  const frames = (seconds: number): number => Math.max(1, Math.round(seconds * fps));
  const cut = cutForSets(shots, begin, setAt, { fade: fades ? frames(FADE_SECONDS) : 0, direction });
  const zooms = all.filter(({ isZoom }) => isZoom && hasCamera);
  const shown = zooms.length > 0 ? withCamera(cut, begin, zooms, frames(CAMERA_SECONDS)) : cut;
  return shown.map((shot) => fadedUnder(shot, direction));
}

/**
 * Reports whether a picture shows callouts, or the camera shows only a part of it. The parts of such a picture are not animated
 * separately.
 */
export const isPictureCoveredOrZoomed = ({ callouts = [], view }: PictureRef): boolean =>
  callouts.length > 0 || view !== undefined;

/** Parts beneath callouts fade in: the layers of an entrance have no callouts, and what one blurs would be seen. */
const fadedUnder = (shot: ShotWithoutPresenter, direction: 'ltr' | 'rtl'): ShotWithoutPresenter => {
  if (shot.kind !== 'drawn' || !(isPictureCoveredOrZoomed(shot.from) || isPictureCoveredOrZoomed(shot.to))) return shot;
  const { frames, from, to } = shot;
  return { kind: 'transition', type: 'fade', frames, direction, from, to };
};

const isStill = (shot: ShotWithoutPresenter | undefined): shot is Still => shot?.kind === 'still';

/** The picture of a still shot. @throws RangeError for a shot that is not a still */
export function requirePictureOfStillShot(shot: ShotWithoutPresenter | undefined): PictureRef {
  if (!isStill(shot)) throw new RangeError('the shots of a slide with callouts start and end with stills');
  return shot.picture;
}

/** The callouts that appear in shots, by their numbers from 0. */
export function calloutNumbersIn(shots: readonly Shot[]): Set<number> {
  const found = new Set<number>();
  const add = ({ callouts = [], view }: PictureRef): void => {
    for (const index of callouts) found.add(index);
    if (view !== undefined) found.add(view);
  };
  for (const shown of shots) {
    const shot = shown.kind === 'presenter' ? shown.under : shown;
    if (shot.kind === 'still' || shot.kind === 'zoom') add(shot.picture);
    if ('from' in shot) [shot.from, shot.to].forEach(add);
  }
  return found;
}
