/** Waits for `ms` milliseconds, or until the signal aborts; never rejects. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** A fixed number of slots; waiters are served in order. */
export interface Slots {
  /** Resolves with the release of a slot, or with undefined when the signal aborts first. */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Makes `count` slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  const take = () => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };

  return {
    acquire: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined);
        if (free > 0) {
          free -= 1;
          return resolve(take());
        }
        const serve = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(take());
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(serve), 1);
          resolve(undefined);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(serve);
      }),
  };
}

/** The message of whatever was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
