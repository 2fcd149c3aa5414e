import { vi } from 'vitest';

/**
 * Waits until the look no longer throws. The limit only ends a test that has failed: a busy machine takes seconds for what
 * an idle one does in milliseconds.
 * @returns what was seen
 */
export const patiently = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(look, { timeout: 60_000, interval: 10 });
