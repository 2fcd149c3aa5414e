/** A fixed number of slots, which are given to waiters in order. */
export interface Semaphore {
  /** Takes a slot. Resolves with the function that frees it, or with undefined if the signal aborts first. */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Creates a semaphore with `count` free slots. */
export function createSemaphore(count: number): Semaphore {
  let freeSlots = count;
  const waiters: (() => void)[] = [];

  const createRelease = () => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const nextWaiter = waiters.shift();
      if (nextWaiter === undefined) freeSlots += 1;
      else nextWaiter();
    };
  };

  return {
    acquire: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined);
        if (freeSlots > 0) {
          freeSlots -= 1;
          return resolve(createRelease());
        }
        const serveWaiter = () => {
          signal.removeEventListener('abort', stopWaiting);
          resolve(createRelease());
        };
        const stopWaiting = () => {
          waiters.splice(waiters.indexOf(serveWaiter), 1);
          resolve(undefined);
        };
        signal.addEventListener('abort', stopWaiting, { once: true });
        waiters.push(serveWaiter);
      }),
  };
}
