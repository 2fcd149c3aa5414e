import type { FootageOnTimeLine } from './footage-plan.ts';
import { splitIntoFootageGroups, splitMovementIntoClips } from './moving-clips.ts';
import { MIN_FRAMES_BETWEEN_KEY_FRAMES } from './shortest-hold.ts';
import type { PictureRef, ShotWithoutPresenter } from './shot.ts';
import type { ShotsAfterTransition } from './slide-for-shot-planning.ts';

/** The frames of each repetition of the video. A remainder that is too short for a clip belongs to the previous repetition. */
function playings(frames: number, once: number, loops: boolean): number[] {
  const lengths: number[] = [];
  for (let left = frames; left > 0; ) {
    const length = Math.min(once, left);
    const rest = left - length;
    const isLast = !loops || rest < MIN_FRAMES_BETWEEN_KEY_FRAMES;
    lengths.push(isLast && rest > 0 && rest < MIN_FRAMES_BETWEEN_KEY_FRAMES ? left : length);
    if (isLast) break;
    left = rest;
  }
  return lengths;
}

/**
 * The shots of a slide with a video: the first picture of the video until it starts, its repetitions in clips of at most five seconds, and
 * its last picture. Pure.
 * @param entry frames of the transition
 * @param frames of the slide
 * @param isInStep true if the frames of the video are those of the slide: then clips start where groups of its frames do
 */
export function shotsOfFootage(
  { video, from, to, startFrame }: FootageOnTimeLine,
  slide: number,
  { entry, frames, fps, isInStep }: { entry: number; frames: number; fps: number; isInStep: boolean },
): ShotsAfterTransition {
  const clipsOf = (length: number) =>
    isInStep ? splitIntoFootageGroups(from, length, fps) : splitMovementIntoClips(length, fps);
  const standing = (moment: number): PictureRef => ({ slide, moment });
  const waits = Math.max(0, startFrame - entry);
  const first = standing(from);
  const isTooShort = waits > 0 && waits < MIN_FRAMES_BETWEEN_KEY_FRAMES;
  const start = Math.min(frames, entry + (isTooShort ? 0 : waits));
  const once = Math.max(MIN_FRAMES_BETWEEN_KEY_FRAMES, Math.round((to - from) * fps));
  const passes = playings(frames - start, once, video.loop);
  const moving = passes.flatMap((length) =>
    clipsOf(length).map(
      (clip): ShotWithoutPresenter => ({
        ...{ kind: 'footage', frames: clip.length, slide, source: video.sha256 },
        second: from + clip.first / fps,
        ...(isInStep ? { inStep: true } : {}),
      }),
    ),
  );
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
