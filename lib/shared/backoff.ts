import { setTimeout as wait } from 'node:timers/promises';

/** Waits before another try, after `failed` tries (from 1) that others got in the way of. */
export type Backoff = (failed: number) => Promise<void>;

const FIRST_MS = 10;
const MAX_MS = 400;

/** Full jitter, at most 0.4 s: those that collided once come back at different times. @param random 0 ≤ random < 1. */
export const backoff =
  (random: () => number): Backoff =>
  async (failed) => {
    await wait(random() * Math.min(MAX_MS, FIRST_MS * 2 ** failed));
  };
