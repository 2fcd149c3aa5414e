import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DependencyUnavailableError } from '#kernel/shared/errors.ts';
import { classifyTransientFault } from './transient-faults.ts';

/** Strategy that decides for the SDK whether a call is repeated, and after which wait. */
export type AwsRetryStrategy = Extract<
  NonNullable<DynamoDBClientConfig['retryStrategy']>,
  { acquireInitialRetryToken: unknown }
>;
type RetryToken = Awaited<ReturnType<AwsRetryStrategy['acquireInitialRetryToken']>>;

/** The longest time for which a call is repeated, in milliseconds. */
export const MAX_CALL_RETRY_MS = 20_000;
/** The longest time for which the transfer of a file is repeated, in milliseconds. */
export const MAX_FILE_RETRY_MS = 120_000;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 2000;

/**
 * The wait before a call is repeated: exponential back-off with full jitter, which spreads callers that were throttled together.
 * @param retries number of repetitions so far
 * @param random 0 ≤ random < 1
 * @returns milliseconds, less than 2,000
 */
export const retryWaitMs = (retries: number, random: number): number =>
  random * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retries);

/** Clock, randomness and waits of the retries; tests replace them. */
export interface AwsRetryClock {
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** 0 ≤ random < 1 */
  random: () => number;
  wait: (ms: number) => Promise<unknown>;
}

/** The clock, randomness and waits of the running program. */
const realClock: AwsRetryClock = { now: () => performance.now(), random: Math.random, wait };

const deadlineStorage = new AsyncLocalStorage<number>();

/** The time at which the retries of a call that starts now end: after `maxMs`, or at the deadline of `withRetryDeadline` around it. */
const retryEndTime = ({ now }: AwsRetryClock, maxMs: number): number =>
  Math.min(now() + maxMs, deadlineStorage.getStore() ?? Number.POSITIVE_INFINITY);

/** Does work whose calls to AWS are repeated until `end` at the latest, in milliseconds of the clock. */
const runUntil = <T>(end: number, work: () => T): T =>
  deadlineStorage.run(Math.min(end, deadlineStorage.getStore() ?? Number.POSITIVE_INFINITY), work);

/**
 * Does work whose calls to AWS are repeated for at most `ms` milliseconds from now, such as the time that is left of an invocation. The
 * deadline is in the asynchronous context, so that repositories need no parameter for it. An earlier deadline around it stays valid.
 */
export const withRetryDeadline = <T>(ms: number, work: () => T, clock = realClock): T =>
  runUntil(clock.now() + ms, work);

/** `DependencyUnavailableError` for a transient fault that retries did not overcome; any other error unchanged. */
export function unavailableIfTransient(error: unknown): unknown {
  const fault = error instanceof DependencyUnavailableError ? undefined : classifyTransientFault(error);
  return fault === undefined
    ? error
    : new DependencyUnavailableError(`a call to AWS was ${fault} until its time was up`, error);
}

/** The SDK's record of a call that may be repeated, with the time at which its retries end. */
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
 * A strategy of the SDK that repeats calls after transient faults until their time is over. The request was serialized before, so a
 * transaction is repeated with the same ClientRequestToken.
 */
export const awsRetryStrategy = (clock = realClock): AwsRetryStrategy => ({
  acquireInitialRetryToken: async () => new CallToken(retryEndTime(clock, MAX_CALL_RETRY_MS), 0, 0),
  async refreshRetryTokenForRetry(token, { error, errorType }) {
    // TRANSIENT is the SDK's own type for a wrong clock, which it has corrected from the answer.
    if (classifyTransientFault(error) === undefined && errorType !== 'TRANSIENT') throw error;
    const retries = token.getRetryCount();
    const delay = retryWaitMs(retries, clock.random());
    const end = token instanceof CallToken ? token.end : 0;
    if (clock.now() + delay >= end) throw error;
    return new CallToken(end, retries + 1, delay);
  },
  recordSuccess: () => undefined,
});

/**
 * Repeats work after transient faults: for work of several calls, or with a stream, which the SDK does not repeat.
 * @param work runs from its start each time
 * @throws DependencyUnavailableError when the time is up; every other error at once
 */
export async function retryTransientFaults<Result>(
  work: () => Promise<Result>,
  maxMs = MAX_CALL_RETRY_MS,
  clock = realClock,
): Promise<Result> {
  const end = retryEndTime(clock, maxMs);
  for (let retries = 0; ; retries++) {
    try {
      return await runUntil(end, work);
    } catch (error) {
      const delay = retryWaitMs(retries, clock.random());
      if (classifyTransientFault(error) === undefined || clock.now() + delay >= end)
        throw unavailableIfTransient(error);
      await clock.wait(delay);
    }
  }
}

/**
 * Makes a call for a list of parts, and repeats it for those that it left undone (unprocessed keys and items, failed entries of a batch).
 * @param call does some of the parts and returns those that are not done
 * @throws DependencyUnavailableError when the time is up before all are done
 */
export async function callUntilAllPartsDone<Part>(
  parts: readonly Part[],
  call: (parts: readonly Part[]) => Promise<readonly Part[]>,
  clock = realClock,
): Promise<void> {
  const end = retryEndTime(clock, MAX_CALL_RETRY_MS);
  let retries = 0;
  for (let pendingParts = parts; pendingParts.length > 0; ) {
    const undoneParts = await call(pendingParts);
    // Progress resets the back-off: parts may be left only because one answer has no room for all.
    retries = undoneParts.length < pendingParts.length ? 0 : retries + 1;
    pendingParts = undoneParts;
    if (pendingParts.length === 0) return;
    const delay = retryWaitMs(retries, clock.random());
    if (clock.now() + delay >= end)
      throw new DependencyUnavailableError(`${pendingParts.length} parts of a call to AWS were throttled`);
    await clock.wait(delay);
  }
}
