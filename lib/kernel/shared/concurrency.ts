/**
 * Runs tasks concurrently. If one fails, aborts the others, waits until all have ended, then throws the first failure.
 * @param signal aborts all tasks
 */
export async function runAllOrAbort<Results extends readonly unknown[]>(
  signal: AbortSignal,
  ...tasks: { [Index in keyof Results]: (stopSignal: AbortSignal) => Promise<Results[Index]> }
): Promise<Results> {
  const failureController = new AbortController();
  const stopSignal = AbortSignal.any([signal, failureController.signal]);
  const runs = tasks.map(async (task) => {
    try {
      return await task(stopSignal);
    } catch (error) {
      // A controller keeps only its first reason.
      failureController.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(runs);
  if (failureController.signal.aborted) throw failureController.signal.reason;
  // `map` keeps the number and the order of the tasks, but not the type of each.
  return (await Promise.all(runs)) as unknown as Results;
}

/**
 * Runs a function for each item of a list. After a failure it starts no further calls, waits for those that run, and throws. The library
 * p-map does not wait: it rejects at the first failure while other calls still run, or starts all the rest.
 * @param maxConcurrent the maximum number of concurrent calls
 * @throws the first failure
 */
export async function forEachConcurrent<Item>(
  items: Iterable<Item>,
  maxConcurrent: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  // The workers share one iterator, from which each takes the next item. `for … of` would close a generator that others still read.
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let entry = iterator.next(); !entry.done && failures.length === 0; entry = iterator.next()) {
      try {
        await task(entry.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  if (failures.length > 0) throw failures[0];
}
