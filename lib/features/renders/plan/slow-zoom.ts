import { maxGopFrames, splitHoldIntoGops } from '#engine/video/clips/placement.ts';
import { type SlowZoomFrameRange, slowZoomFactorOfFrame } from '#engine/video/motion/slow-zoom.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';
import type { ShotsAfterTransition } from './slide-for-shot-planning.ts';
import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/**
 * The lengths of the stills that a still becomes: each starts with a key frame, which shows the image as large as it is then. The frames
 * of the last one, and the `fade` frames in which a part appears after it, are one group.
 */
function lengthsOfStills(frames: number, fadeFrames: number, fps: number): number[] {
  const lengths = splitHoldIntoGops(frames + fadeFrames, maxGopFrames({ fps }));
  const lastLength = (lengths.at(-1) ?? 0) - fadeFrames;
  return lastLength >= MIN_KEY_FRAME_DISTANCE ? lengths.with(-1, lastLength) : [frames];
}

/**
 * The shots of a slide whose image grows slowly while its parts appear. The last moments stand, so that the next slide comes over a key
 * frame. Pure.
 */
export function shotsWithSlowZoom({ first, last, shots }: ShotsAfterTransition, fps: number): ShotsAfterTransition {
  const total = Math.max(1, shots.reduce((sum, { frames }) => sum + frames, 0) - MIN_KEY_FRAME_DISTANCE);
  const pictureAt = (picture: PictureRef, zoomFrame: number): PictureRef => ({
    ...picture,
    zoom: slowZoomFactorOfFrame({ first: zoomFrame, total }, 0, fps),
  });
  let frame = 0;
  let shownPicture = pictureAt(first, 0);
  const zoomingShots = shots.flatMap((shot, index): ShotWithoutPresenter[] => {
    const zooms: SlowZoomFrameRange = { first: frame, total };
    if (shot.kind === 'transition') {
      frame += shot.frames;
      return [{ ...shot, from: { ...shot.from, zoom: shownPicture.zoom }, to: pictureAt(shot.to, frame), zooms }];
    }
    if (shot.kind !== 'still') return [shot];
    const restFrames =
      index === shots.length - 1 && shot.frames > 2 * MIN_KEY_FRAME_DISTANCE ? MIN_KEY_FRAME_DISTANCE : 0;
    const nextShot = shots[index + 1];
    const lengths = lengthsOfStills(
      shot.frames - restFrames,
      nextShot?.kind === 'transition' ? nextShot.frames : 0,
      fps,
    );
    return [...lengths, ...(restFrames > 0 ? [restFrames] : [])].map((frames) => {
      const start = frame;
      frame += frames;
      shownPicture = pictureAt(shot.picture, start);
      // From `total` on, it stands.
      return {
        kind: 'still',
        frames,
        picture: shownPicture,
        ...(start < total ? { zooms: { first: start, total } } : {}),
      };
    });
  });
  return { first: pictureAt(first, 0), last: { ...last, zoom: shownPicture.zoom }, shots: zoomingShots };
}
