/** A sum of times by the clock. */
export interface Stopwatch {
  /** Adds the time of a piece of work, also of one that fails. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The sum so far, in whole milliseconds. */
  ms(): number;
}

/** Creates a stopwatch at zero, for pieces of work one after the other. */
export function createStopwatch(): Stopwatch {
  let totalMs = 0;
  return {
    async during(work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        totalMs += performance.now() - startedAt;
      }
    },
    ms: () => Math.round(totalMs),
  };
}
