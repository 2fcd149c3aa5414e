/** The levels of motion for slides that do not choose a motion themselves: `none`, `calm` or `lively`. */
export const MOTION_LEVELS = ['none', 'calm', 'lively'] as const;
/** The level of motion of a video or a slide. */
export type MotionLevel = (typeof MOTION_LEVELS)[number];

/**
 * The default level of motion for videos made by the commands, the console and the tools of agents, used when neither the user nor the
 * deck names a level.
 */
export const DEFAULT_MOTION_LEVEL = 'calm' satisfies MotionLevel;
