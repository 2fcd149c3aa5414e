/** Functions that undo the steps of a start, in reverse order. */
export interface Disposers {
  /** Adds a function, which runs before those that were added earlier. */
  add(dispose: () => unknown): void;
  /** Runs all functions, once. If some fail, the others still run, and the errors are thrown at the end. */
  run(): Promise<void>;
}

/** Creates an empty list of functions that undo the steps of a start. */
export function createDisposers(): Disposers {
  const steps: (() => unknown)[] = [];
  let runPromise: Promise<void> | undefined;
  const runAll = async () => {
    const failures: unknown[] = [];
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The local stack did not stop cleanly');
  };
  return {
    add: (dispose) => void steps.push(dispose),
    run: () => {
      runPromise ??= runAll();
      return runPromise;
    },
  };
}
