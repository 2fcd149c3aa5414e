import { setTimeout as wait } from 'node:timers/promises';

/** A function that waits before another attempt. @param failedAttempts the number of failed attempts, from 1 */
export type WaitBeforeRetry = (failedAttempts: number) => Promise<void>;

/** The limit of the wait is this time, doubled with each failed attempt: 20 ms after the first. */
const BASE_WAIT_MS = 10;
const MAX_WAIT_MS = 400;

/**
 * Exponential backoff with full jitter, at most 0.4 s, so that writers that collided try again at different times.
 * @param random 0 ≤ random < 1
 */
export const createJitteredBackoff =
  (random: () => number): WaitBeforeRetry =>
  async (failedAttempts) => {
    await wait(random() * Math.min(MAX_WAIT_MS, BASE_WAIT_MS * 2 ** failedAttempts));
  };
