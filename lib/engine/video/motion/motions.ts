/** The ways in which slides move that do not choose a motion themselves: not at all, quietly, or strongly. */
export const MOTION_LEVELS = ['none', 'calm', 'lively'] as const;
/** The way in which a video or a slide moves. */
export type MotionLevel = (typeof MOTION_LEVELS)[number];

/** The motion of videos that the commands, the console and the tools of agents make, where neither the user nor the deck names one. */
export const USUAL_MOTION_LEVEL = 'calm' satisfies MotionLevel;
