import { type Motion, USUAL_MOTION } from '#engine/video/motion/motions.ts';

/** A line about the motion of a video if the command names no motion; empty if it does. */
export const motionLines = ({ motion }: { motion?: Motion }): string[] =>
  motion === undefined
    ? [`Motion   ${USUAL_MOTION}, unless the deck names another; --motion none leaves all still`]
    : [];
