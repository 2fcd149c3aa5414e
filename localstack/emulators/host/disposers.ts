/** Steps to undo, in reverse order of the doing. */
export interface Disposers {
  add(dispose: () => unknown): void;
  /** Undoes everything once; a step that fails does not keep the others from being undone, and is thrown at the end. */
  run(): Promise<void>;
}

/** Makes an empty list. */
export function createDisposers(): Disposers {
  const steps: (() => unknown)[] = [];
  let running: Promise<void> | undefined;
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
      running ??= runAll();
      return running;
    },
  };
}
