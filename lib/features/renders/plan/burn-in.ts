import type { CaptionCue } from '../captions/caption-cues.ts';
import type { PictureRef, Shot, ShownCaption } from './shot.ts';

/** A caption in frames from the start of the video. */
const inFrames = ({ text, start_seconds, end_seconds }: CaptionCue, fps: number): ShownCaption => ({
  text,
  first: Math.round(start_seconds * fps),
  end: Math.round(end_seconds * fps),
});

const withRoom = (picture: PictureRef): PictureRef => ({ ...picture, caption: '' });

/** One still for each caption, and one for each time between. */
function cut(still: Extract<Shot, { kind: 'still' }>, captions: readonly ShownCaption[]): Shot[] {
  const shots: Shot[] = [];
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

function under(shot: Shot, captions: readonly ShownCaption[]): Shot[] {
  switch (shot.kind) {
    case 'still':
      return cut(shot, captions);
    case 'transition':
      return [{ ...shot, captions, from: withRoom(shot.from), to: withRoom(shot.to) }];
    case 'image_motion':
      return [{ ...shot, captions }];
  }
}

/**
 * The same shots with captions drawn into them. Stills are cut where the caption changes. Moving shots are not, because
 * each clip costs a process: captions lie over them, each for its frames. A slide keeps the same room for captions for as
 * long as it is visible. Without captions the shots stay as they are.
 * @param cues in order, in whole frames, not overlapping
 */
export function planBurnedInCaptions(
  slides: readonly (readonly Shot[])[],
  cues: readonly CaptionCue[],
  fps: number,
): Shot[][] {
  if (cues.length === 0) return slides.map((shots) => [...shots]);
  const placed = cues.map((cue) => inFrames(cue, fps));
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
      return under(shot, captions);
    }),
  );
}
