import { describe, expect, it } from 'vitest';
import { nextWait } from '../../../lib/webhooks/retry-schedule.ts';

const MINUTE = 60;
const HOUR = 3600;
/** Seconds from each failed try to the next one, as promised. */
const PLANNED = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

describe('the wait for the next try', () => {
  it.each(PLANNED.map((planned, i) => [i + 1, planned] as const))(
    'after %i failed is %i s ± 20 %%',
    (tries, planned) => {
      expect(nextWait('render.completed', tries, 0)).toBeCloseTo(planned * 0.8, 6);
      expect(nextWait('render.completed', tries, 0.5)).toBeCloseTo(planned, 6);
      const longest = nextWait('render.failed', tries, 1 - Number.EPSILON) ?? Number.NaN;
      expect(longest).toBeLessThanOrEqual(planned * 1.2);
      expect(longest).toBeGreaterThan(planned * 1.19);
    },
  );

  it.each(PLANNED.map((planned, i) => [i + 1, planned] as const))(
    'after %i failed honours Retry-After between the planned wait and twice that',
    (tries, planned) => {
      for (const random of [0, 0.5, 0.999])
        for (const asked of [0, 0.001, 1, planned * 0.9, planned * 1.5, planned * 2, planned * 2.1, 1e12]) {
          const own = nextWait('render.completed', tries, random) ?? Number.NaN;
          const wait = nextWait('render.completed', tries, random, asked) ?? Number.NaN;
          expect(wait).toBeGreaterThanOrEqual(own);
          expect(wait).toBeLessThanOrEqual(2 * planned);
          if (asked > own && asked <= 2 * planned) expect(wait).toBe(asked);
        }
    },
  );

  it.each(['render.completed', 'render.failed'] as const)('has no end before the tenth try of %s', (event) => {
    expect(nextWait(event, 9, 0.5)).toBeDefined();
    expect(nextWait(event, 10, 0.5)).toBeUndefined();
    expect(nextWait(event, 11, 0.5, 60)).toBeUndefined();
  });

  it('of progress comes once', () => {
    expect(nextWait('render.progress', 1, 0.5)).toBe(5);
    expect(nextWait('render.progress', 2, 0.5)).toBeUndefined();
    expect(nextWait('render.progress', 2, 0.5, 60)).toBeUndefined();
  });
});
