import { describe, expect, it } from 'vitest';
import { exponential, percentileOf, poissonTimes, simulate } from '#test/cost/simulation/queueing.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';
import { isWhole } from '#test/support/depth.ts';

const alone = (seconds: number, pool = 'a') => [[{ pool, seconds }]];

describe('a simulation, counted by hand', () => {
  it('lets a task wait for the slot that is free first', () => {
    // 0–4 and 1–3; the third starts at 3, the fourth at 4.
    const seconds = [4, 2, 5, 1];
    const { latencies, waits } = simulate([0, 1, 2, 2], (index) => alone(seconds[index] ?? 0), {
      pools: { a: 2 },
      account: 9,
    });
    expect(latencies).toEqual([2, 3, 4, 6]);
    expect(waits.a).toEqual({ pool: 3, account: 0, tasks: 4, busySeconds: 12, most: 2 });
  });

  it('starts a stage when all tasks of the one before have ended', () => {
    const render = [
      [{ pool: 'a', seconds: 1 }],
      [
        { pool: 'b', seconds: 2 },
        { pool: 'b', seconds: 3 },
      ],
      [{ pool: 'a', seconds: 1 }],
    ];
    const wide = simulate([0], () => render, { pools: { a: 1, b: 2 }, account: 9 });
    const narrow = simulate([0], () => render, { pools: { a: 1, b: 1 }, account: 9 });
    expect([wide.latencies, narrow.latencies]).toEqual([[5], [7]]);
  });

  it('tells a wait for the account from one for the pool', () => {
    const { waits, most } = simulate([0, 0], (index) => alone(2, index ? 'b' : 'a'), {
      pools: { a: 5, b: 5 },
      account: 1,
    });
    expect([most, waits.a?.account, waits.b?.account, waits.b?.pool]).toEqual([1, 0, 2, 0]);
  });

  it('turns requests away beyond the throttle, which ask again', () => {
    const creation = { rate: 1, burst: 1, retrySeconds: 1 };
    const { turnedAway, latencies } = simulate([0, 0, 0], () => alone(1), { pools: { a: 9 }, account: 9, creation });
    expect([turnedAway, latencies]).toEqual([3, [1, 2, 3]]);
  });

  it('counts what has not ended in time, and refuses work of a pool that is not there', () => {
    expect(simulate([0, 0], () => alone(2), { pools: { a: 1 }, account: 1 }, 3).unfinished).toBe(1);
    expect(() => simulate([0], () => alone(1, 'b'), { pools: { a: 1 }, account: 1 })).toThrow(RangeError);
  });
});

/** The mean wait of M/M/c, in seconds (Erlang C). */
function erlangWait(servers: number, perSecond: number, mean: number): number {
  const load = perSecond * mean;
  let [term, sum] = [1, 0];
  for (let k = 0; k < servers; k++) {
    sum += term;
    term *= load / (k + 1);
  }
  const waiting = term / (1 - load / servers);
  return ((waiting / (sum + waiting)) * mean) / (servers - load);
}

describe('a simulation of M/M/c', () => {
  it.each([
    [1, 0.5],
    [5, 0.8],
    [20, 0.9],
  ])('with %d servers, %d of them busy, waits as Erlang says', (servers, busy) => {
    const random = seededRandom(7);
    const mean = 2;
    const perSecond = (busy * servers) / mean;
    const arrivals = poissonTimes(perSecond * 3600, (isWhole ? 400_000 : 100_000) / perSecond, random);
    const { waits } = simulate(arrivals, () => alone(exponential(mean, random)), {
      pools: { a: servers },
      account: 1e9,
    });
    const measured = (waits.a?.pool ?? 0) / arrivals.length;
    expect(measured / erlangWait(servers, perSecond, mean)).toBeCloseTo(1, 1);
  });

  it('is the same for the same seed, and another for another', () => {
    const times = (seed: number) => poissonTimes(1000, 3600, seededRandom(seed));
    expect(times(1)).toEqual(times(1));
    expect(times(2)).not.toEqual(times(1));
    expect(Math.abs(times(1).length - 1000)).toBeLessThan(150);
  });
});

it('a percentile is the value of its rank', () => {
  expect([percentileOf([1, 2, 3, 4], 0.5), percentileOf([1, 2, 3, 4], 0.99), percentileOf([7], 0.1)]).toEqual([
    2, 4, 7,
  ]);
});
