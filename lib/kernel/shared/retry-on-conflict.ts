import { WriteConflictError } from './errors.ts';
import type { WaitBeforeRetry } from './wait-before-retry.ts';

/** Limits and pauses of `retryOnConflict`. */
export interface ConflictRetryOptions {
  /** Most attempts, at least 1. */
  attempts: number;
  /** Waits before the next attempt. Absent: the next attempt starts at once. */
  backoff?: WaitBeforeRetry | undefined;
  /** Makes the error to throw after the last attempt. Absent: its WriteConflictError is thrown. */
  exhausted?: ((conflict: WriteConflictError) => Error) | undefined;
}

/**
 * Runs work that reads, decides and writes under a condition. After a WriteConflictError it is run again, from the read.
 * @param work its argument is the number of the attempt, from 1
 * @throws the error of `exhausted`, or the WriteConflictError of the last attempt; every other error of `work` at once
 */
export async function retryOnConflict<Result>(
  { attempts, backoff, exhausted }: ConflictRetryOptions,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof WriteConflictError)) throw error;
      if (attempt >= attempts) throw exhausted?.(error) ?? error;
    }
    await backoff?.(attempt);
  }
}
