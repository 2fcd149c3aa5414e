import { setTimeout as wait } from 'node:timers/promises';

/** A function that waits before another attempt. @param failed the number of failed attempts, from 1 */
export type WaitBeforeRetry = (failed: number) => Promise<void>;

const FIRST_MS = 10;
const MAX_MS = 400;

/**
 * Exponential backoff with full jitter, at most 0.4 s, so that writers that collided try again at different times.
 * @param random 0 ≤ random < 1
 */
export const createJitteredBackoff =
  (random: () => number): WaitBeforeRetry =>
  async (failed) => {
    await wait(random() * Math.min(MAX_MS, FIRST_MS * 2 ** failed));
  };
