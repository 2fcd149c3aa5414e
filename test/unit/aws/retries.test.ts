import { expect, it } from 'vitest';
import {
  type AwsRetryClock,
  awsRetryStrategy,
  callUntilAllPartsDone,
  MAX_CALL_RETRY_MS,
  retryTransientFaults,
  retryWaitMs,
  withRetryDeadline,
} from '#adapters/aws/retries.ts';
import { DependencyUnavailableError } from '#kernel/shared/errors.ts';

/** As the SDK gives it. */
interface CallError extends Error {
  $metadata: object;
}
const named = (name: string): CallError => Object.assign(new Error(name), { name, $metadata: {}, cause: undefined });
const throttled = named('ThrottlingException');
const refused = named('ValidationException');

/** A clock that moves by what is waited, with the longest waits. */
function handTime(): AwsRetryClock & { waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => 1,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
}

/** Retries of the SDK until the strategy refuses one. @returns the waits */
async function retriesOf(time: ReturnType<typeof handTime>, error: CallError): Promise<number[]> {
  const strategy = awsRetryStrategy(time);
  let token = await strategy.acquireInitialRetryToken('');
  type Info = Parameters<typeof strategy.refreshRetryTokenForRetry>[1];
  const info = { error, errorType: 'CLIENT_ERROR' } as Info;
  for (;;) {
    try {
      token = await strategy.refreshRetryTokenForRetry(token, info);
    } catch (refusal) {
      expect(refusal).toBe(error);
      return time.waits;
    }
    expect(token.getRetryCount()).toBe(time.waits.length + 1);
    await time.wait(token.getRetryDelay());
  }
}

it('waits grow to two seconds, any part of them at random', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((retries) => retryWaitMs(retries, 1))).toEqual([
    50, 100, 200, 400, 800, 1600, 2000, 2000,
  ]);
  expect(retryWaitMs(9, 0)).toBe(0);
});

it('a throttled call is made again for 20 s; a refused one is not', async () => {
  const time = handTime();
  const waits = await retriesOf(time, throttled);
  expect(waits.length).toBeGreaterThan(10);
  expect(time.now()).toBeLessThan(MAX_CALL_RETRY_MS);
  expect(time.now()).toBeGreaterThan(MAX_CALL_RETRY_MS - 2001);
  expect(await retriesOf(handTime(), refused)).toEqual([]);
});

it('a call is not made again after the time that is left, the shorter of two that are one in the other', async () => {
  for (const [outer, inner] of [
    [1000, 60_000],
    [60_000, 1000],
  ] as const) {
    const time = handTime();
    await withRetryDeadline(outer, () => withRetryDeadline(inner, () => retriesOf(time, throttled), time), time);
    expect(time.waits).toEqual([50, 100, 200, 400]);
  }
});

it('work of several calls starts again, until its time is up: then what it needs is not available', async () => {
  const time = handTime();
  let begun = 0;
  const work = async (): Promise<string> => {
    begun += 1;
    if (begun < 4) throw throttled;
    return 'done';
  };
  expect(await retryTransientFaults(work, 1000, time)).toBe('done');
  expect(time.waits).toEqual([50, 100, 200]);
  const failing = retryTransientFaults(() => Promise.reject(throttled), 1000, handTime());
  await expect(failing).rejects.toMatchObject({ name: 'DependencyUnavailableError', cause: throttled });
  await expect(retryTransientFaults(() => Promise.reject(refused), 1000, handTime())).rejects.toBe(refused);
});

it('what a call left undone is asked for again; waits start again when some of it was done', async () => {
  const time = handTime();
  const asked: number[][] = [];
  const lefts = [[2, 3], [2, 3], [2, 3], [3], []];
  await callUntilAllPartsDone(
    [1, 2, 3],
    async (parts) => {
      asked.push([...parts]);
      return lefts[asked.length - 1] ?? [];
    },
    time,
  );
  expect(asked).toEqual([[1, 2, 3], [2, 3], [2, 3], [2, 3], [3]]);
  expect(time.waits).toEqual([50, 100, 200, 50]);
  const never = callUntilAllPartsDone([1], async (parts) => parts, handTime());
  await expect(never).rejects.toBeInstanceOf(DependencyUnavailableError);
});
