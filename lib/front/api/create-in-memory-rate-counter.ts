import type { RateLimitClass } from '#kernel/contract/rate-class.ts';
import type { RateCounter, RateCounts } from './rate-limit.ts';

/**
 * Counts requests in the memory of this process, for a stage whose API is one process: writing each count to the table would take half of
 * the time of a request that reads. Only the current window is kept. A process that replaces a crashed one starts a new count.
 */
export function createInMemoryRateCounter(): RateCounter {
  let currentWindow: number | undefined;
  let counts = new Map<string, Map<RateLimitClass, number>>();
  return {
    async count(accountId, window, classes) {
      if (window !== currentWindow) {
        currentWindow = window;
        counts = new Map();
      }
      const accountCounts = counts.get(accountId) ?? new Map<RateLimitClass, number>();
      counts.set(accountId, accountCounts);
      const newCounts: RateCounts = {};
      for (const rateClass of classes) {
        const count = (accountCounts.get(rateClass) ?? 0) + 1;
        accountCounts.set(rateClass, count);
        newCounts[rateClass] = count;
      }
      return newCounts;
    },
  };
}
