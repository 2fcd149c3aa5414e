import { DEFAULT_MOTION_LEVEL, type MotionLevel } from '#engine/video/motion/motions.ts';

/** A list with one line about the motion of a video if the command names no motion; an empty list if it does. */
export const motionHintLines = ({ motion }: { motion?: MotionLevel }): string[] =>
  motion === undefined
    ? [`Motion   ${DEFAULT_MOTION_LEVEL}, unless the deck names another; --motion none leaves all still`]
    : [];
