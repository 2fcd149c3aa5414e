import { markSpokenWord } from '#engine/video/captions/spoken-word.ts';
import type { CaptionCue } from '../captions/caption-cues.ts';
import type { PictureRef, Shot, ShotWithoutPresenter, ShownCaption } from './shot.ts';

/** A word is marked at least this long, in seconds: shorter marks flicker. */
const MIN_MARK_SECONDS = 0.08;
/** The shortest time after its last word for which a caption is shown without a marked word. */
const MIN_UNMARKED_SECONDS = 0.3;

/** A caption with its times in frames from the start of the video; one for each of its words, if it has their times. */
function inFrames({ text, start_seconds, end_seconds, words = [] }: CaptionCue, fps: number): ShownCaption[] {
  const first = Math.round(start_seconds * fps);
  const end = Math.round(end_seconds * fps);
  const shown: ShownCaption[] = [];
  let now = first;
  const add = (until: number, drawn: string): void => {
    if (until > now) shown.push({ text: drawn, first: now, end: until });
    now = Math.max(now, until);
  };
  const starts = words.map((word) => Math.round(word.start_seconds * fps));
  // A word is not marked if the next word follows too soon; the word before it stays marked.
  const marked = words.flatMap((word, index) => {
    const start = starts[index] ?? first;
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return next - start < MIN_MARK_SECONDS * fps ? [] : [{ ...word, start }];
  });
  marked.forEach(({ from, to, start, end_seconds: said }, index) => {
    if (index === 0) add(start, text);
    const spoken = Math.round(said * fps);
    const rests = end - spoken >= MIN_UNMARKED_SECONDS * fps;
    const until = marked[index + 1]?.start ?? (rests ? spoken : end);
    add(Math.min(until, end), markSpokenWord(text, from, to));
  });
  add(end, text);
  return shown;
}

/** The picture with room for a caption, and without one. */
const withRoom = (picture: PictureRef): PictureRef => ({ ...picture, caption: '' });

/** Cuts a still into one for each caption and one for each gap between captions. */
function cutStill(
  still: Extract<ShotWithoutPresenter, { kind: 'still' }>,
  captions: readonly ShownCaption[],
): ShotWithoutPresenter[] {
  const shots: ShotWithoutPresenter[] = [];
  let now = 0;
  const upTo = (end: number, caption: string): void => {
    if (end > now) shots.push({ ...still, frames: end - now, picture: { ...still.picture, caption } });
    now = end;
  };
  for (const { text, first, end } of captions) {
    upTo(first, '');
    upTo(end, text);
  }
  upTo(still.frames, '');
  return shots;
}

/**
 * A shot with the captions over it, whose frames count from the start of the shot. In a shot with a presenter, the captions are also over
 * the shot below.
 */
function withCaptions(shot: Shot, captions: readonly ShownCaption[]): Shot[] {
  if (shot.kind !== 'presenter') return plainWithCaptions(shot, captions);
  const [under = shot.under] = plainWithCaptions(shot.under, []);
  return [{ ...shot, captions, under }];
}

function plainWithCaptions(shot: ShotWithoutPresenter, captions: readonly ShownCaption[]): ShotWithoutPresenter[] {
  switch (shot.kind) {
    case 'still':
      return cutStill(shot, captions);
    case 'transition':
    case 'drawn':
      return [{ ...shot, captions, from: withRoom(shot.from), to: withRoom(shot.to) }];
    case 'zoom':
      return [{ ...shot, captions, picture: withRoom(shot.picture) }];
    case 'image_motion':
    case 'footage':
      return [{ ...shot, captions }];
  }
}

/**
 * Plans shots with captions drawn into them. Stills are cut where the caption or its spoken word changes. Moving shots are not cut, because each clip costs a
 * process; they list their captions with their frames. All pictures have room for captions, so that slides do not move when a caption
 * appears. Without captions the shots are unchanged. Pure.
 * @param cues in order, in whole frames, not overlapping
 */
export function planBurnedInCaptions(
  slides: readonly (readonly Shot[])[],
  cues: readonly CaptionCue[],
  fps: number,
): Shot[][] {
  if (cues.length === 0) return slides.map((shots) => [...shots]);
  const placed = cues.flatMap((cue) => inFrames(cue, fps));
  let at = 0;
  let next = 0;
  return slides.map((shots) =>
    shots.flatMap((shot) => {
      const [begin, end] = [at, at + shot.frames];
      at = end;
      while ((placed[next]?.end ?? end) < begin) next++;
      const captions: ShownCaption[] = [];
      for (let i = next; (placed[i]?.first ?? end) < end; i++) {
        const { text = '', first = end, end: until = end } = placed[i] ?? {};
        if (until > begin)
          captions.push({ text, first: Math.max(first, begin) - begin, end: Math.min(until, end) - begin });
      }
      return withCaptions(shot, captions);
    }),
  );
}
