import type { RateLimitClass } from '#kernel/contract/rate-class.ts';
import type { RateCounter, RateCounts } from './rate-limit.ts';

/**
 * Counts requests in the memory of this process, for a stage whose API is one process: a write of the table for each request would be half
 * of the time of a read. Only the current window is kept. A process that replaces a crashed one starts a new count.
 */
export function createInMemoryRateCounter(): RateCounter {
  let current: number | undefined;
  let counts = new Map<string, Map<RateLimitClass, number>>();
  return {
    async count(accountId, window, classes) {
      if (window !== current) {
        current = window;
        counts = new Map();
      }
      const ofAccount = counts.get(accountId) ?? new Map<RateLimitClass, number>();
      counts.set(accountId, ofAccount);
      const counted: RateCounts = {};
      for (const one of classes) {
        const count = (ofAccount.get(one) ?? 0) + 1;
        ofAccount.set(one, count);
        counted[one] = count;
      }
      return counted;
    },
  };
}
