import { markSpokenWord } from '#engine/video/captions/spoken-word.ts';
import type { CaptionCue } from '../captions/caption-cues.ts';
import type { CaptionOverMovingShot, PictureRef, ShotWithoutPresenter, VideoShot } from './video-shot.ts';

/** A word is marked at least this long, in seconds: shorter marks flicker. */
const MIN_MARK_SECONDS = 0.08;
/** The shortest time after its last word for which a caption is shown without a marked word. */
const MIN_UNMARKED_SECONDS = 0.3;

/** A caption with its times in frames from the start of the video; one for each of its words, if it has their times. */
function captionsInFrames(
  { text, start_seconds, end_seconds, words = [] }: CaptionCue,
  fps: number,
): CaptionOverMovingShot[] {
  const first = Math.round(start_seconds * fps);
  const end = Math.round(end_seconds * fps);
  const captions: CaptionOverMovingShot[] = [];
  let nextFrame = first;
  const addUntil = (endFrame: number, drawnText: string): void => {
    if (endFrame > nextFrame) captions.push({ text: drawnText, first: nextFrame, end: endFrame });
    nextFrame = Math.max(nextFrame, endFrame);
  };
  const starts = words.map((word) => Math.round(word.start_seconds * fps));
  // A word is not marked if the next word follows too soon; the word before it stays marked.
  const markedWords = words.flatMap((word, index) => {
    const start = starts[index] ?? first;
    const nextStart = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return nextStart - start < MIN_MARK_SECONDS * fps ? [] : [{ ...word, start }];
  });
  markedWords.forEach(({ from, to, start, end_seconds: wordEndSeconds }, index) => {
    if (index === 0) addUntil(start, text);
    const spokenUntil = Math.round(wordEndSeconds * fps);
    const hasUnmarkedTime = end - spokenUntil >= MIN_UNMARKED_SECONDS * fps;
    const endFrame = markedWords[index + 1]?.start ?? (hasUnmarkedTime ? spokenUntil : end);
    addUntil(Math.min(endFrame, end), markSpokenWord(text, from, to));
  });
  addUntil(end, text);
  return captions;
}

/** The picture with room for a caption, but without a caption. */
const withRoomForCaption = (picture: PictureRef): PictureRef => ({ ...picture, caption: '' });

/** Cuts a still into one for each caption and one for each gap between captions. */
function splitStillAtCaptions(
  still: Extract<ShotWithoutPresenter, { kind: 'still' }>,
  captions: readonly CaptionOverMovingShot[],
): ShotWithoutPresenter[] {
  const shots: ShotWithoutPresenter[] = [];
  let frame = 0;
  const addStillUntil = (end: number, caption: string): void => {
    if (end > frame) shots.push({ ...still, frames: end - frame, picture: { ...still.picture, caption } });
    frame = end;
  };
  for (const { text, first, end } of captions) {
    addStillUntil(first, '');
    addStillUntil(end, text);
  }
  addStillUntil(still.frames, '');
  return shots;
}

/**
 * A shot with the captions over it, whose frames count from the start of the shot. In a shot with a presenter, the captions are also over
 * the shot below.
 */
function shotsWithCaptions(shot: VideoShot, captions: readonly CaptionOverMovingShot[]): VideoShot[] {
  if (shot.kind !== 'presenter') return shotWithCaptions(shot, captions);
  const [under = shot.under] = shotWithCaptions(shot.under, []);
  return [{ ...shot, captions, under }];
}

function shotWithCaptions(
  shot: ShotWithoutPresenter,
  captions: readonly CaptionOverMovingShot[],
): ShotWithoutPresenter[] {
  switch (shot.kind) {
    case 'still':
      return splitStillAtCaptions(shot, captions);
    case 'transition':
    case 'drawn':
      return [{ ...shot, captions, from: withRoomForCaption(shot.from), to: withRoomForCaption(shot.to) }];
    case 'zoom':
      return [{ ...shot, captions, picture: withRoomForCaption(shot.picture) }];
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
  slides: readonly (readonly VideoShot[])[],
  cues: readonly CaptionCue[],
  fps: number,
): VideoShot[][] {
  if (cues.length === 0) return slides.map((shots) => [...shots]);
  const shownCaptions = cues.flatMap((cue) => captionsInFrames(cue, fps));
  let frame = 0;
  let nextCaption = 0;
  return slides.map((shots) =>
    shots.flatMap((shot) => {
      const [shotStart, shotEnd] = [frame, frame + shot.frames];
      frame = shotEnd;
      while ((shownCaptions[nextCaption]?.end ?? shotEnd) < shotStart) nextCaption++;
      const captions: CaptionOverMovingShot[] = [];
      for (let i = nextCaption; (shownCaptions[i]?.first ?? shotEnd) < shotEnd; i++) {
        const { text = '', first = shotEnd, end: captionEnd = shotEnd } = shownCaptions[i] ?? {};
        if (captionEnd > shotStart)
          captions.push({
            text,
            first: Math.max(first, shotStart) - shotStart,
            end: Math.min(captionEnd, shotEnd) - shotStart,
          });
      }
      return shotsWithCaptions(shot, captions);
    }),
  );
}
