import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Promise<void>>();

/**
 * Keeps the accesses to the table that a request makes until the request is admitted. It travels with the asynchronous
 * call: every access of every repository waits for it, so that none has to be handed it. A read starts before the
 * admission is known, so that counting a request costs no additional round trip, and answers after it; a write starts
 * after it.
 */
export const admissionGate = {
  /** Does `work` behind the gate. @param admitted rejects when the request is refused (rate limit) */
  run: <T>(admitted: Promise<void>, work: () => Promise<T>): Promise<T> => current.run(admitted, work),

  /** Resolves when the request is admitted; at once outside of `run`. @throws what `admitted` rejects with. */
  passed: async (): Promise<void> => current.getStore(),
} as const;
