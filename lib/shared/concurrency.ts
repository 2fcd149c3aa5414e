/**
 * Runs works side by side. When one fails the others are told to stop, and only when all have ended does its failure
 * leave here: whoever cleans up after them finds nobody at work any more.
 * @param signal aborts all of them. @throws the failure that came first
 */
export async function allOrAbort<Results extends readonly unknown[]>(
  signal: AbortSignal,
  ...works: { [Place in keyof Results]: (stop: AbortSignal) => Promise<Results[Place]> }
): Promise<Results> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const runs = works.map(async (work) => {
    try {
      return await work(stop);
    } catch (error) {
      // Only the first reason counts for a controller.
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
 * Does one work for each of a list, at most so many at once. After a failure nothing more is begun, and it leaves here
 * when what was begun has ended. @throws the failure that came first
 */
export async function forEachConcurrent<Item>(
  list: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // The workers share one iterator: each takes the next item that nobody has taken. Written out, because a loop that
  // breaks off closes a generator.
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
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}
