/** Waits for `waitMs` milliseconds, or until the signal aborts. Never rejects. */
export function waitUnlessAborted(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    signal.addEventListener('abort', finish);
  });
}
