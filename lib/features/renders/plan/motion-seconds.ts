import type { SlowZoomFrameRange } from '#engine/video/motion/slow-zoom.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import type { PictureRef, VideoShot } from './video-shot.ts';

/** A shot, as far as it tells whether it moves. */
type ShotMotion = Pick<VideoShot, 'kind' | 'frames'> & {
  picture?: Pick<PictureRef, 'drifts'>;
  zooms?: SlowZoomFrameRange | undefined;
};

/** The time in a video in which its picture differs from frame to frame, in seconds to the millisecond. Pure. */
export function motionSecondsOfShots(shots: readonly ShotMotion[], fps: FrameRate): number {
  const isMoving = ({ kind, picture, zooms }: ShotMotion): boolean =>
    kind !== 'still' || picture?.drifts === true || zooms !== undefined;
  const frames = shots.reduce((sum, shot) => sum + (isMoving(shot) ? shot.frames : 0), 0);
  return Math.round((1000 * frames) / fps) / 1000;
}
