import { describe, expect, it } from 'vitest';
import {
  deliveryDeferralSeconds,
  deliveryRetryDelaySeconds,
  deliverySweepTime,
  nextDeliverySweepTime,
} from '#features/webhooks/retry-schedule.ts';
import { START, secondsAfter } from '#test/support/samples/entities.ts';

const MINUTE = 60;
const HOUR = 3600;
/** Seconds from each failed try to the next one, as promised. */
const PLANNED = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

describe('the wait for the next attempt', () => {
  it.each(PLANNED.map((planned, i) => [i + 1, planned] as const))(
    'after %i failed is %i s ± 20 %%',
    (tries, planned) => {
      expect(deliveryRetryDelaySeconds('render.completed', tries, 0)).toBeCloseTo(planned * 0.8, 6);
      expect(deliveryRetryDelaySeconds('render.completed', tries, 0.5)).toBeCloseTo(planned, 6);
      const longest = deliveryRetryDelaySeconds('render.failed', tries, 1 - Number.EPSILON) ?? Number.NaN;
      expect(longest).toBeLessThanOrEqual(planned * 1.2);
      expect(longest).toBeGreaterThan(planned * 1.19);
    },
  );

  it.each(PLANNED.map((planned, i) => [i + 1, planned] as const))(
    'after %i failed honours Retry-After between the planned wait and twice that',
    (tries, planned) => {
      for (const random of [0, 0.5, 0.999])
        for (const asked of [0, 0.001, 1, planned * 0.9, planned * 1.5, planned * 2, planned * 2.1, 1e12]) {
          const own = deliveryRetryDelaySeconds('render.completed', tries, random) ?? Number.NaN;
          const wait = deliveryRetryDelaySeconds('render.completed', tries, random, asked) ?? Number.NaN;
          expect(wait).toBeGreaterThanOrEqual(own);
          expect(wait).toBeLessThanOrEqual(2 * planned);
          if (asked > own && asked <= 2 * planned) expect(wait).toBe(asked);
        }
    },
  );

  it.each(['render.completed', 'render.failed'] as const)('has no end before the tenth try of %s', (event) => {
    expect(deliveryRetryDelaySeconds(event, 9, 0.5)).toBeDefined();
    expect(deliveryRetryDelaySeconds(event, 10, 0.5)).toBeUndefined();
    expect(deliveryRetryDelaySeconds(event, 11, 0.5, 60)).toBeUndefined();
  });

  it('of progress comes once', () => {
    expect(deliveryRetryDelaySeconds('render.progress', 1, 0.5)).toBe(5);
    expect(deliveryRetryDelaySeconds('render.progress', 2, 0.5)).toBeUndefined();
    expect(deliveryRetryDelaySeconds('render.progress', 2, 0.5, 60)).toBeUndefined();
  });
});

const at = (seconds: number): string => secondsAfter(seconds).toISOString();

describe('the sweeper', () => {
  it('takes a delivery a minute after its time, where a message was sent for it', () => {
    expect(deliverySweepTime(START, START)).toBe(at(60));
    expect(deliverySweepTime(secondsAfter(900), START)).toBe(at(960));
  });

  it('sees to it before its time, and by more than the minute between its runs, where the wait is too long for a message', () => {
    expect(deliverySweepTime(secondsAfter(901), START)).toBe(at(811));
    expect(deliverySweepTime(secondsAfter(86_400), START)).toBe(at(86_310));
  });

  it('sees to it again after longer and longer times, an hour at most', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((redriven) => nextDeliverySweepTime(START, START, redriven));
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600].map(at));
  });

  it('counts from the time of the attempt where that is still to come', () => {
    expect(nextDeliverySweepTime(secondsAfter(90), START, 0)).toBe(at(150));
    expect(nextDeliverySweepTime(secondsAfter(-90), START, 0)).toBe(at(60));
  });
});

describe('a delivery that finds no place', () => {
  it.each([
    [-0.2, 0.5, 1],
    [0, 0.5, 1],
    [4, 0.5, 4],
    [4, 0, 4],
    [10, 0, 8],
    [10, 0.999, 12],
    [30, 0.5, 30],
    [4000, 0.5, 30],
    [4000, 0.999, 36],
  ])('and is %d s late looks again after as long: with %d as chance after %i s', (overdue, random, seconds) => {
    expect(deliveryDeferralSeconds(overdue, random)).toBe(seconds);
  });
});
