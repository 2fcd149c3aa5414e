import type { RenderTask } from './render-task.ts';

/** The shortest and the longest pause between two checks for missing media, in seconds. Most images are fetched within two seconds. */
const MIN_PAUSE_SECONDS = 1;
const MAX_PAUSE_SECONDS = 30;
/** A pause as a fraction of the wait before it. So at most a tenth of a wait is lost, and a long one needs few checks. */
const PAUSE_FRACTION = 0.1;

/** Seconds until a task checks again whether its media are ready. @param waitedSeconds since its first check */
export const secondsUntilNextMediaCheck = (waitedSeconds: number): number =>
  Math.min(MAX_PAUSE_SECONDS, Math.max(MIN_PAUSE_SECONDS, Math.round(waitedSeconds * PAUSE_FRACTION)));

/** Seconds since the first claim of a task; 0 if it has no time of one. */
export const secondsSinceFirstClaim = ({ began_at }: Pick<RenderTask, 'began_at'>, now: Date): number =>
  began_at === undefined ? 0 : (now.getTime() - Date.parse(began_at)) / 1000;
