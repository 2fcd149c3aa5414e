import type { FrameRate } from '#engine/video/settings.ts';
import type { Shot } from './shot.ts';

/** The time in a video in which its picture differs from frame to frame, in seconds to the millisecond. Pure. */
export function motionSeconds(shots: readonly Pick<Shot, 'kind' | 'frames'>[], fps: FrameRate): number {
  const frames = shots.reduce((sum, shot) => sum + (shot.kind === 'still' ? 0 : shot.frames), 0);
  return Math.round((1000 * frames) / fps) / 1000;
}
