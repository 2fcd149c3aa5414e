import { seededRandom } from '#test/support/chaos/seeded-random.ts';
import { narrationPerMinute, perMinute, perThousandCalls, standingUsage } from '../costs.ts';
import type { Measured } from '../measured.ts';
import { addUsage, totalDollars } from '../prices.ts';
import { type Limits, percentileOf, poissonTimes, simulate } from './queueing.ts';
import { renderOf, TABLE_WRITE_UNITS, type UnitTimes } from './scenario.ts';

/** Renders an hour. */
export const RATES = [1, 10, 100, 1000, 10_000, 100_000] as const;

const HOUR = 3600;
const MONTH_HOURS = 730;
/** Fewer say nothing about a percentile. */
const LEAST_RENDERS = 300;
/** A limit of which more than this share is used makes work wait. */
const BUSY = 0.8;
/** Raised limits are half empty on average. */
const ROOM = 2;
/** How far the times of tasks lie apart: the standard deviation of their logarithm. */
const SPREAD = 0.3;

/** A normal number by two uniform ones (Box–Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What renders at one rate came to. */
export interface RateResult {
  perHour: number;
  /** Seconds; NaN when nothing ended. */
  p50: number;
  p95: number;
  p99: number;
  /** Dollars an hour, what is paid without work included. */
  dollars: number;
  /** Shares of the limits that are used on average: 1 and more cannot keep up. */
  used: Record<string, number>;
  /** The limit of which most is used, if that makes work wait. */
  limit: string | undefined;
}

export interface RateOptions {
  measured: Measured;
  times: UnitTimes;
  /** The share of renders whose narration is made, 0–1. */
  narrated: number;
  seed: number;
}

/** How much of each limit the work takes on average. Pure. */
export function usedOf({ times, narrated }: Pick<RateOptions, 'times' | 'narrated'>, perHour: number, limits: Limits) {
  const perSecond = perHour / HOUR;
  const narration = narrated * times.narrate.reduce((sum, seconds) => sum + seconds, 0);
  const preparation = times.make + narrated * times.prepare;
  const api = times.create + times.pollsPerRender * times.poll;
  const units = times.writeUnits * (1 - narrated) + times.writeUnitsNarrated * narrated;
  return {
    preparation: (perSecond * preparation) / (limits.pools.preparation ?? 1),
    narration: (perSecond * narration) / (limits.pools.narration ?? 1),
    account: (perSecond * (preparation + narration + api)) / limits.account,
    ...(limits.creation ? { creation: perSecond / limits.creation.rate } : {}),
    table: (perSecond * units) / TABLE_WRITE_UNITS,
  };
}

/** Simulates an hour of renders, or as long as 300 of them take, at one rate. */
export function simulateRate(options: RateOptions, perHour: number, limits: Limits): RateResult {
  const { measured, times, narrated, seed } = options;
  const random = seededRandom(seed);
  const seconds = Math.max(HOUR, (LEAST_RENDERS / perHour) * HOUR);
  const arrivals = poissonTimes(perHour, seconds, random);
  // What clients ask besides takes slots of the account all the while.
  const asked = Math.ceil((perHour / HOUR) * times.pollsPerRender * times.poll);
  const own = { ...limits, account: Math.max(1, limits.account - asked) };
  const vary = () => Math.exp(SPREAD * normal(random) - SPREAD ** 2 / 2);
  const { latencies } = simulate(arrivals, () => renderOf(times, random() < narrated, vary), own);
  const minutes = (perHour * measured.filmSeconds) / 60;
  const usage = addUsage(
    { times: minutes, usage: perMinute(measured, measured.standing) },
    { times: minutes * narrated, usage: narrationPerMinute(measured, 'polly') },
    { times: (perHour * times.pollsPerRender) / 1000, usage: perThousandCalls(measured) },
    { times: 1 / MONTH_HOURS, usage: standingUsage() },
  );
  const used = usedOf(options, perHour, limits);
  const [first] = Object.entries(used).sort(([, a], [, b]) => b - a);
  return {
    perHour,
    p50: percentileOf(latencies, 0.5),
    p95: percentileOf(latencies, 0.95),
    p99: percentileOf(latencies, 0.99),
    dollars: totalDollars(usage),
    used,
    limit: first && first[1] > BUSY ? first[0] : undefined,
  };
}

/** The limits with as much room as a rate needs; those that have it stay. */
export function raised(options: Pick<RateOptions, 'times' | 'narrated'>, perHour: number, limits: Limits): Limits {
  const used = usedOf(options, perHour, limits);
  const wide = (limit: number, share: number) => (share > 1 / ROOM ? Math.ceil(limit * share * ROOM) : limit);
  const { creation } = limits;
  return {
    pools: {
      ...limits.pools,
      preparation: wide(limits.pools.preparation ?? 1, used.preparation),
      narration: wide(limits.pools.narration ?? 1, used.narration),
    },
    account: wide(limits.account, used.account),
    ...(creation
      ? {
          creation: {
            ...creation,
            rate: wide(creation.rate, used.creation ?? 0),
            burst: wide(creation.burst, used.creation ?? 0),
          },
        }
      : {}),
  };
}
