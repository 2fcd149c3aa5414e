import type { Motion } from '#engine/video/motion/motions.ts';

/** Returns the way in which a slide moves: its choice, or else that of its timeline. Pure. */
export const resolveMotion = (
  { motion }: { motion?: Motion | undefined },
  timeline: { motion?: Motion | undefined },
): Motion => motion ?? timeline.motion ?? 'none';
