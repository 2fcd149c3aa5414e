import { gopLengths } from '#engine/video/clips/placement.ts';
import type { FootageSpan } from './footage-plan.ts';
import type { PictureRef, Shot } from './shot.ts';

/** The longest clip of footage, in seconds: players can seek to the start of each, and several workers can encode them. */
const CLIP_SECONDS = 5;
/** The fewest frames from one key frame to the next; see `SHORTEST_HOLD` of shots.ts. */
const FEWEST_FRAMES = 3;

/** The shots of a slide with a video after its transition, and its first and last picture. */
interface FootageBody {
  first: PictureRef;
  last: PictureRef;
  shots: Shot[];
}

/** The frames of each time that the video plays. What would be left is too short for a clip: it belongs to the time before. */
function playings(frames: number, once: number, loops: boolean): number[] {
  const lengths: number[] = [];
  for (let left = frames; left > 0; ) {
    const length = Math.min(once, left);
    const rest = left - length;
    const isLast = !loops || rest < FEWEST_FRAMES;
    lengths.push(isLast && rest > 0 && rest < FEWEST_FRAMES ? left : length);
    if (isLast) break;
    left = rest;
  }
  return lengths;
}

/**
 * The shots of a slide with a video: its first picture until it starts, each time that it plays in clips of at most five seconds, and its
 * last picture. Pure.
 * @param entry frames of the transition
 * @param frames of the slide
 */
export function footageBody(
  { video, from, to, startFrame }: FootageSpan,
  slide: number,
  { entry, frames, fps }: { entry: number; frames: number; fps: number },
): FootageBody {
  const standing = (moment: number): PictureRef => ({ slide, moment });
  const waits = Math.max(0, startFrame - entry);
  const first = standing(from);
  const isTooShort = waits > 0 && waits < FEWEST_FRAMES;
  const start = Math.min(frames, entry + (isTooShort ? 0 : waits));
  const once = Math.max(FEWEST_FRAMES, Math.round((to - from) * fps));
  const passes = playings(frames - start, once, video.loop);
  const moving = passes.flatMap((length) => {
    let at = 0;
    return gopLengths(length, CLIP_SECONDS * fps).map((count): Shot => {
      const shot: Shot = { kind: 'footage', frames: count, slide, source: video.sha256, second: from + at / fps };
      at += count;
      return shot;
    });
  });
  const played = passes.reduce((sum, length) => sum + length, 0);
  const lastLength = passes.at(-1) ?? 0;
  const last = lastLength === 0 ? first : standing(from + (lastLength - 1) / fps);
  const held = frames - start - played;
  return {
    first,
    last,
    shots: [
      ...(start > entry ? [{ kind: 'still' as const, frames: start - entry, picture: first }] : []),
      ...moving,
      ...(held > 0 ? [{ kind: 'still' as const, frames: held, picture: last }] : []),
    ],
  };
}
