import { type MotionLevel, USUAL_MOTION_LEVEL } from '#engine/video/motion/motions.ts';

/** A line about the motion of a video if the command names no motion; empty if it does. */
export const motionHintLines = ({ motion }: { motion?: MotionLevel }): string[] =>
  motion === undefined
    ? [`Motion   ${USUAL_MOTION_LEVEL}, unless the deck names another; --motion none leaves all still`]
    : [];
