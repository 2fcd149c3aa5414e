import type { Backoff } from './backoff.ts';
import { WriteConflict } from './errors.ts';

export interface ConflictRetry {
  /** The most times that the work is started, from 1. */
  attempts: number;
  /** Waits before the next attempt. Absent: the next attempt starts at once. */
  backoff?: Backoff | undefined;
  /** Makes the error to throw after the last attempt. Absent: its WriteConflict is thrown. */
  exhausted?: ((conflict: WriteConflict) => Error) | undefined;
}

/**
 * Runs work that reads, decides and writes under a condition. When another writer was first it runs again from the read.
 * @param work its argument is the number of the attempt, from 1
 * @throws what `exhausted` gives, or the WriteConflict of the last attempt; every other error of `work` at once
 */
export async function retryOnConflict<Result>(
  { attempts, backoff, exhausted }: ConflictRetry,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt >= attempts) throw exhausted?.(error) ?? error;
    }
    await backoff?.(attempt);
  }
}
