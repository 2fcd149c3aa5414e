import { AsyncLocalStorage } from 'node:async_hooks';

const admissionStorage = new AsyncLocalStorage<Promise<void>>();

/**
 * Delays the accesses of a request to the table until the rate limit has admitted the request. The gate is in the asynchronous context,
 * so that repositories need no parameter for it. A read starts at once, in parallel with the counting of the request, but returns only
 * after the admission; a write starts after it.
 */
export const rateLimitGate = {
  /** Runs `work`, whose accesses wait for `admitted`. @param admitted rejects when the rate limit refuses the request */
  run: <T>(admitted: Promise<void>, work: () => Promise<T>): Promise<T> => admissionStorage.run(admitted, work),

  /** Resolves when the request is admitted; at once outside of `run`. @throws the error with which `admitted` rejects */
  waitForAdmission: async (): Promise<void> => admissionStorage.getStore(),
} as const;
