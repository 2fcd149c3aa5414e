/** A fixed number of slots, which are given to waiters in order. */
export interface Semaphore {
  /** Takes a slot. Resolves with the function that frees it, or with undefined if the signal aborts first. */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Creates a semaphore with `count` free slots. */
export function createSemaphore(count: number): Semaphore {
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
          signal.removeEventListener('abort', stopWaiting);
          resolve(take());
        };
        const stopWaiting = () => {
          waiting.splice(waiting.indexOf(serve), 1);
          resolve(undefined);
        };
        signal.addEventListener('abort', stopWaiting, { once: true });
        waiting.push(serve);
      }),
  };
}
