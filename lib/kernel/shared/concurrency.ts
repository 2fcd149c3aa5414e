/**
 * Runs tasks concurrently. If one fails, aborts the others, waits until all have ended, then throws the first failure.
 * @param signal aborts all of them
 */
export async function allOrAbort<Results extends readonly unknown[]>(
  signal: AbortSignal,
  ...works: { [Index in keyof Results]: (stop: AbortSignal) => Promise<Results[Index]> }
): Promise<Results> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const runs = works.map(async (work) => {
    try {
      return await work(stop);
    } catch (error) {
      // A controller keeps only its first reason.
      failed.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(runs);
  if (failed.signal.aborted) throw failed.signal.reason;
  // `map` keeps the number and the order of the works, but not the type of each.
  return (await Promise.all(runs)) as unknown as Results;
}

/**
 * Runs a function for each item of a list. After a failure it starts no further calls, waits for those that run, and throws. The library
 * p-map does not wait: it rejects at the first failure while other calls still run, or starts all the rest.
 * @param limit the most concurrent calls
 * @throws the first failure
 */
export async function forEachConcurrent<Item>(
  list: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // The workers share one iterator, from which each takes the next item. `for … of` would close a generator that others still read.
  const items = list[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = items.next(); !next.done && failures.length === 0; next = items.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
}
