import type { MotionLevel } from '#engine/video/motion/motions.ts';

/** Returns the way in which a slide moves: its choice, or else that of its timeline. Pure. */
export const resolveMotion = (
  { motion }: { motion?: MotionLevel | undefined },
  timeline: { motion?: MotionLevel | undefined },
): MotionLevel => motion ?? timeline.motion ?? 'none';
