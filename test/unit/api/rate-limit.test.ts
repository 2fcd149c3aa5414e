import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { apiContracts } from '#front/api/contracts.ts';
import {
  countAgainstRateLimits,
  type RateCounts,
  rateLimitErrorIfExceeded,
  rateLimitWindowAt,
} from '#front/api/rate-limit.ts';
import type { RateLimitClass } from '#kernel/contract/rate-class.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const BOTH = ['requests', 'render_creations'] as const;
const at = (time: string) => () => new Date(time);

/** A counter that answers these counts and notes what it was asked. */
function counterOf(counts: RateCounts) {
  const asked: [string, number, readonly RateLimitClass[]][] = [];
  const count = async (accountId: string, window: number, classes: readonly RateLimitClass[]) => {
    asked.push([accountId, window, classes]);
    return counts;
  };
  return { asked, counter: { count } };
}
const admitted = (counts: RateCounts, classes: readonly RateLimitClass[] = BOTH, time = '2026-01-01T00:00:20.900Z') =>
  countAgainstRateLimits(
    { counter: counterOf(counts).counter, clock: at(time), log },
    'acc',
    ENTITLEMENTS.pro,
    classes,
  );

describe('a window', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', 60],
    ['2026-01-01T00:00:00.999Z', 60],
    ['2026-01-01T00:00:01.000Z', 59],
    ['2026-01-01T00:00:59.000Z', 1],
    ['2026-01-01T00:00:59.999Z', 1],
  ])('has at %s %i s left', (time, left) => {
    expect(rateLimitWindowAt(new Date(time)).remaining_seconds).toBe(left);
  });

  it('is a whole minute, and the next one has the next number', () => {
    const number = (time: string) => rateLimitWindowAt(new Date(time)).number;
    const first = number('2026-01-01T00:00:00.000Z');
    expect(number('2026-01-01T00:00:59.999Z')).toBe(first);
    expect(number('2026-01-01T00:01:00.000Z')).toBe(first + 1);
    expect(number('2025-12-31T23:59:59.999Z')).toBe(first - 1);
  });
});

describe('a request', () => {
  it('is counted once, for all its classes, in the window of its time', async () => {
    const { counter, asked } = counterOf({ requests: 1, render_creations: 1 });
    await countAgainstRateLimits(
      { counter, clock: at('1970-01-01T00:02:00.000Z'), log },
      'acc',
      ENTITLEMENTS.pro,
      BOTH,
    );
    expect(asked).toEqual([['acc', 2, BOTH]]);
  });

  it('within its limits continues, and learns what is left', async () => {
    const admission = await admitted({ requests: 7, render_creations: 60 });
    expect(rateLimitErrorIfExceeded(admission)).toBeUndefined();
    expect(admission.headers).toEqual({
      'ratelimit-policy': '"requests";q=300;w=60, "render_creations";q=60;w=60',
      ratelimit: '"requests";r=293;t=40, "render_creations";r=0;t=40',
    });
  });

  it('of one class has one member in each header', async () => {
    expect((await admitted({ requests: 300 }, ['requests'])).headers).toEqual({
      'ratelimit-policy': '"requests";q=300;w=60',
      ratelimit: '"requests";r=0;t=40',
    });
  });

  it.each<[RateCounts, string]>([
    [{ requests: 301, render_creations: 1 }, 'requests'],
    [{ requests: 61, render_creations: 61 }, 'render_creations'],
  ])('beyond a limit (%j) is refused until the window ends', async (counts, exceeded) => {
    const admission = await admitted(counts);
    expect(admission.exceeded).toBe(exceeded);
    expect(rateLimitErrorIfExceeded(admission)).toMatchObject({
      code: 'rate_limited',
      status: 429,
      details: { headers: { 'retry-after': '40' } },
    });
    expect(admission.headers.ratelimit).toContain(`"${exceeded}";r=0;t=40`);
  });

  it('is refused for at least a second', async () => {
    const admission = await admitted({ requests: 301 }, ['requests'], '2026-01-01T00:00:59.999Z');
    expect(rateLimitErrorIfExceeded(admission)?.details.headers).toEqual({ 'retry-after': '1' });
  });

  it('continues, without headers, when the counter fails', async () => {
    const warnings: string[] = [];
    const admission = await countAgainstRateLimits(
      {
        counter: { count: () => Promise.reject(new Error('throttled')) },
        clock: at('2026-01-01T00:00:00.000Z'),
        log: { ...log, warn: (message) => void warnings.push(message) },
      },
      'acc',
      ENTITLEMENTS.pro,
      BOTH,
    );
    expect(rateLimitErrorIfExceeded(admission)).toBeUndefined();
    expect(admission.headers).toEqual({});
    expect(warnings).toHaveLength(1);
  });
});

it('only the creation of renders, also in batches, is counted as such', () => {
  expect(apiContracts.filter(({ rate_class }) => rate_class).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /renders',
    'POST /batches',
  ]);
});
