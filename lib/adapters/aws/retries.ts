import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { Unavailable } from '#kernel/shared/errors.ts';
import { transientFault } from './transient-faults.ts';

/** Strategy that decides for the SDK whether a call is repeated, and after which wait. */
export type RetryStrategy = Extract<
  NonNullable<DynamoDBClientConfig['retryStrategy']>,
  { acquireInitialRetryToken: unknown }
>;
type RetryToken = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>;

/** A call is repeated for at most this long. In milliseconds, as all times here. */
export const MAX_CALL_RETRY_MS = 20_000;
/** The bytes of a file are asked for again for at most this long. */
export const MAX_FILE_RETRY_MS = 120_000;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 2000;

/**
 * The wait before a call is made again: full jitter, so that callers which were throttled together come back apart.
 * @param retries how often it was made again already
 * @param random 0 ≤ random < 1
 * @returns milliseconds, less than 2,000
 */
export const retryWaitMs = (retries: number, random: number): number =>
  random * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retries);

/** Time and chance of the retries; tests bring their own. */
export interface RetryTime {
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** 0 ≤ random < 1 */
  random: () => number;
  wait: (ms: number) => Promise<unknown>;
}

const realTime: RetryTime = { now: () => performance.now(), random: Math.random, wait };

const deadlines = new AsyncLocalStorage<number>();

/** Time at which a call that starts now is given up. */
const endOfCall = ({ now }: RetryTime, maxMs: number): number =>
  Math.min(now() + maxMs, deadlines.getStore() ?? Number.POSITIVE_INFINITY);

const runUntil = <T>(end: number, work: () => T): T =>
  deadlines.run(Math.min(end, deadlines.getStore() ?? Number.POSITIVE_INFINITY), work);

/**
 * Does work whose calls to AWS are repeated no longer than `ms` milliseconds from now: the time that is left of an invocation. It
 * travels with the asynchronous calls, so that no repository has to be handed it. A shorter time around it stays.
 */
export const withinTime = <T>(ms: number, work: () => T, time = realTime): T => runUntil(time.now() + ms, work);

/** The error of a call that was repeated in vain; any other error stays what it is. */
export function asUnavailable(error: unknown): unknown {
  const fault = error instanceof Unavailable ? undefined : transientFault(error);
  return fault === undefined ? error : new Unavailable(`a call to AWS was ${fault} until its time was up`, error);
}

class CallToken implements RetryToken {
  readonly end: number;
  readonly #retries: number;
  readonly #delay: number;

  constructor(end: number, retries: number, delay: number) {
    this.end = end;
    this.#retries = retries;
    this.#delay = delay;
  }
  getRetryCount = (): number => this.#retries;
  getRetryDelay = (): number => this.#delay;
}

/**
 * Repeats the calls of an SDK client that meet a transient fault, until the time that is left would be over. The SDK has signed
 * and serialized the request by then: a transaction is repeated under the same ClientRequestToken.
 */
export const retryStrategy = (time = realTime): RetryStrategy => ({
  acquireInitialRetryToken: async () => new CallToken(endOfCall(time, MAX_CALL_RETRY_MS), 0, 0),
  async refreshRetryTokenForRetry(token, { error, errorType }) {
    // The SDK itself finds one more: a clock that is wrong, which it has corrected by the answer.
    if (transientFault(error) === undefined && errorType !== 'TRANSIENT') throw error;
    const retries = token.getRetryCount();
    const delay = retryWaitMs(retries, time.random());
    const end = token instanceof CallToken ? token.end : 0;
    if (time.now() + delay >= end) throw error;
    return new CallToken(end, retries + 1, delay);
  },
  recordSuccess: () => undefined,
});

/**
 * Repeats work that is more than one call, or whose answer is a stream, while it meets transient faults.
 * @param work is started from the start each time
 * @throws Unavailable when the time is up; every other error at once
 */
export async function repeatTransient<Result>(
  work: () => Promise<Result>,
  maxMs = MAX_CALL_RETRY_MS,
  time = realTime,
): Promise<Result> {
  const end = endOfCall(time, maxMs);
  for (let retries = 0; ; retries++) {
    try {
      return await runUntil(end, work);
    } catch (error) {
      const delay = retryWaitMs(retries, time.random());
      if (transientFault(error) === undefined || time.now() + delay >= end) throw asUnavailable(error);
      await time.wait(delay);
    }
  }
}

/**
 * Makes a call for parts, and again for those that it left undone (unprocessed keys and items, failed entries of a batch).
 * @param call does some of the parts and returns the others
 * @throws Unavailable when the time is up before all are done
 */
export async function callUntilAllDone<Part>(
  parts: readonly Part[],
  call: (parts: readonly Part[]) => Promise<readonly Part[]>,
  time = realTime,
): Promise<void> {
  const end = endOfCall(time, MAX_CALL_RETRY_MS);
  let retries = 0;
  for (let rest = parts; rest.length > 0; ) {
    const left = await call(rest);
    // Some are left, too, when all of them are more than fits into one answer.
    retries = left.length < rest.length ? 0 : retries + 1;
    rest = left;
    if (rest.length === 0) return;
    const delay = retryWaitMs(retries, time.random());
    if (time.now() + delay >= end) throw new Unavailable(`${rest.length} parts of a call to AWS were throttled`);
    await time.wait(delay);
  }
}
