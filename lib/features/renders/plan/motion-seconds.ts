import type { SlowZoomRange } from '#engine/video/motion/slow-zoom.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import type { PictureRef, Shot } from './shot.ts';

/** A shot, as far as it tells whether it moves. */
type MovedShot = Pick<Shot, 'kind' | 'frames'> & {
  picture?: Pick<PictureRef, 'drifts'>;
  zooms?: SlowZoomRange | undefined;
};

/** The time in a video in which its picture differs from frame to frame, in seconds to the millisecond. Pure. */
export function motionSeconds(shots: readonly MovedShot[], fps: FrameRate): number {
  const moves = ({ kind, picture, zooms }: MovedShot): boolean =>
    kind !== 'still' || picture?.drifts === true || zooms !== undefined;
  const frames = shots.reduce((sum, shot) => sum + (moves(shot) ? shot.frames : 0), 0);
  return Math.round((1000 * frames) / fps) / 1000;
}
