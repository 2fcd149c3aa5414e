import type { FootageOnTimeLine } from './footage-plan.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import { splitFootageAtFrameGroups, splitMovementIntoClips } from './moving-clips.ts';
import type { ShotsAfterTransition } from './slide-for-shot-planning.ts';
import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/** The frames of each repetition of the video. A remainder that is too short for a clip belongs to the previous repetition. */
function lengthsOfRepetitions(frames: number, framesOnce: number, isLooped: boolean): number[] {
  const lengths: number[] = [];
  for (let framesLeft = frames; framesLeft > 0; ) {
    const length = Math.min(framesOnce, framesLeft);
    const framesAfter = framesLeft - length;
    const isLast = !isLooped || framesAfter < MIN_KEY_FRAME_DISTANCE;
    lengths.push(isLast && framesAfter > 0 && framesAfter < MIN_KEY_FRAME_DISTANCE ? framesLeft : length);
    if (isLast) break;
    framesLeft = framesAfter;
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
    isInStep ? splitFootageAtFrameGroups(from, length, fps) : splitMovementIntoClips(length, fps);
  const pictureAt = (moment: number): PictureRef => ({ slide, moment });
  const framesBefore = Math.max(0, startFrame - entry);
  const firstPicture = pictureAt(from);
  const isTooShort = framesBefore > 0 && framesBefore < MIN_KEY_FRAME_DISTANCE;
  const start = Math.min(frames, entry + (isTooShort ? 0 : framesBefore));
  const framesOnce = Math.max(MIN_KEY_FRAME_DISTANCE, Math.round((to - from) * fps));
  const repetitions = lengthsOfRepetitions(frames - start, framesOnce, video.loop);
  const footageShots = repetitions.flatMap((length) =>
    clipsOf(length).map(
      (clip): ShotWithoutPresenter => ({
        kind: 'footage',
        frames: clip.length,
        slide,
        source: video.sha256,
        second: from + clip.first / fps,
        ...(isInStep ? { inStep: true } : {}),
      }),
    ),
  );
  const playedFrames = repetitions.reduce((sum, length) => sum + length, 0);
  const lastLength = repetitions.at(-1) ?? 0;
  const lastPicture = lastLength === 0 ? firstPicture : pictureAt(from + (lastLength - 1) / fps);
  const heldFrames = frames - start - playedFrames;
  return {
    first: firstPicture,
    last: lastPicture,
    shots: [
      ...(start > entry ? [{ kind: 'still' as const, frames: start - entry, picture: firstPicture }] : []),
      ...footageShots,
      ...(heldFrames > 0 ? [{ kind: 'still' as const, frames: heldFrames, picture: lastPicture }] : []),
    ],
  };
}
