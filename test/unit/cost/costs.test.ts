import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costTables, markdownOf, TARGETS } from '#test/cost/cost-tables.ts';
import { narrationPerMinute, perMinute, perMonth, standingUsage, usageOf } from '#test/cost/costs.ts';
import { functionsWith } from '#test/cost/function-sizes.ts';
import { billedSeconds, usageOfFunction } from '#test/cost/function-time.ts';
import { type Measured, type MeasuredWork, readMeasured } from '#test/cost/measured.ts';
import { addUsage, dollarsOf, totalDollars } from '#test/cost/prices.ts';
import { RATES, raised, simulateRate, usedOf } from '#test/cost/simulation/by-rate.ts';
import { DEFAULT_LIMITS, unitTimesOf } from '#test/cost/simulation/scenario.ts';

const work = (
  over: Partial<MeasuredWork['calls']>,
  cpuSeconds: Record<string, number>,
  requests = 1,
): MeasuredWork => ({
  calls: {
    ...{ tableCalls: 0, writeUnits: 0, readUnits: 0, bucketWrites: 0, bucketReads: 0 },
    ...{ bucketBytesWritten: 0, queueRequests: 0 },
    ...over,
  },
  cpuSeconds,
  requests,
});

const measured: Measured = {
  ...{ at: '2026-01-01', machine: 'm', filmSeconds: 600, filmBytes: 2 ** 30, slides: 60, characters: 6000 },
  standing: work(
    { writeUnits: 80, readUnits: 60, tableCalls: 40, bucketWrites: 7, bucketReads: 60 },
    { prepareRender: 3, api: 0.02 },
  ),
  fades: work({ writeUnits: 100 }, { prepareRender: 4 }),
  narrated: work({ writeUnits: 900 }, { prepareRender: 3, narrateSlide: 8 }),
  poll: work({ readUnits: 100, writeUnits: 50, tableCalls: 150 }, { api: 0.5 }, 50),
};

describe('the price of usage', () => {
  it('is that of the table, by hand', () => {
    const usage = { writeUnits: 2_000_000, gbSeconds: 3, bucketWrites: 1000, egressBytes: 2 * 2 ** 30 };
    expect(dollarsOf(usage)).toEqual({
      writeUnits: 1.25,
      gbSeconds: expect.closeTo(0.00005, 8),
      bucketWrites: 0.005,
      egressBytes: 0.18,
    });
    expect(totalDollars(usage)).toBeCloseTo(1.43505, 6);
  });

  it('adds up over works, each by its number of times', () => {
    expect(
      addUsage({ times: 2, usage: { readUnits: 3 } }, { times: -1, usage: { readUnits: 1, writeUnits: 1 } }),
    ).toEqual({
      readUnits: 5,
      writeUnits: -1,
    });
  });
});

describe('the time of a function', () => {
  const waits = { invocations: 1, cpuSeconds: 1, tableCalls: 10, bucketCalls: 16 };
  it('is its processor time by its share of a core, and what it waits', () => {
    expect(billedSeconds(waits, { memory: 1769, disk: 512 })).toBeCloseTo(1 + 0.06 + 0.06);
    expect(billedSeconds({ ...waits, tableCalls: 0, bucketCalls: 0 }, { memory: 512, disk: 512 })).toBeCloseTo(
      1769 / 512,
    );
    // More memory gives more cores, which it is not taken to use.
    expect(billedSeconds({ ...waits, tableCalls: 0, bucketCalls: 0 }, { memory: 3538, disk: 512 })).toBe(1);
  });

  it('is paid by its memory and its disk beyond what is free', () => {
    const usage = usageOfFunction(
      { invocations: 2, cpuSeconds: 4, tableCalls: 0, bucketCalls: 0 },
      { memory: 2048, disk: 10240 },
    );
    expect(usage).toEqual({ invocations: 2, gbSeconds: 8, ephemeralGbSeconds: 38 });
  });
});

describe('what is shown', () => {
  it('is a minute of video as a tenth of ten', () => {
    const whole = totalDollars(usageOf(measured.standing));
    expect(totalDollars(perMinute(measured, measured.standing))).toBeCloseTo(whole / 10, 12);
  });

  it('without work is a month of every queue and every sweeper that serverless.yml has', () => {
    const minutes = 730 * 60;
    const { queueRequests = 0, invocations = 0 } = standingUsage();
    // Five pollers, three times a minute each.
    expect([queueRequests / minutes / 15, invocations / minutes].map(Math.round)).toEqual([
      functionsWith('sqs'),
      functionsWith('schedule'),
    ]);
    expect(functionsWith('sqs') * functionsWith('schedule')).toBeGreaterThan(40);
  });

  it('is a month with its files, downloads and speech', () => {
    const load = { films: 10, minutesPerFilm: 10, narrated: 1, callsPerFilm: 0, downloadsPerFilm: 2, keptDays: 60 };
    const month = perMonth(measured, load);
    expect(month.egressBytes).toBe(20 * 2 ** 30);
    expect(month.storedByteMonths).toBe(20 * 2 ** 30);
    // The natural voice costs nothing by the character.
    expect(month.spokenCharacters).toBe(0);
    // Polly is paid for the sound and for the times of the words.
    expect(narrationPerMinute(measured, 'polly').spokenCharacters).toBe(2 * 600);
    const idle = perMonth(measured, { ...load, films: 0 });
    expect(totalDollars(idle)).toBeCloseTo(totalDollars(standingUsage()), 9);
    const { tables, figures } = costTables(measured, load);
    expect(tables.map(({ rows }) => rows.length > 0)).toEqual([true, true, true]);
    expect(Object.values(figures).every((dollars) => dollars > 0)).toBe(true);
  });
});

describe('renders an hour', () => {
  const options = { measured, times: unitTimesOf(measured, 40), narrated: 0, seed: 3 };

  it('wait where a limit is used up, and do not where it was raised', () => {
    const perHour = 100_000;
    const now = simulateRate(options, perHour, DEFAULT_LIMITS);
    expect(now.limit).toBe('preparation');
    expect(now.used.preparation).toBeGreaterThan(1);
    const limits = raised(options, perHour, DEFAULT_LIMITS);
    expect(Object.values(usedOf(options, perHour, limits)).every((share) => share <= 0.5)).toBe(true);
    const wide = simulateRate(options, perHour, limits);
    expect(wide.p99).toBeLessThan(now.p50);
    expect(wide.limit).toBeUndefined();
  });

  it('cost in proportion, next to what is paid without work', () => {
    const [few, many] = [RATES[0], RATES[3]].map((rate) => simulateRate(options, rate, DEFAULT_LIMITS).dollars);
    const standing = totalDollars(standingUsage()) / 730;
    expect(((many ?? 0) - standing) / ((few ?? 0) - standing)).toBeCloseTo(1000, 6);
  });

  it('are the same for the same seed', () => {
    expect(simulateRate(options, 100, DEFAULT_LIMITS)).toEqual(simulateRate(options, 100, DEFAULT_LIMITS));
  });
});

describe('the guide', () => {
  const load = { films: 1000, minutesPerFilm: 5, narrated: 0.5, callsPerFilm: 40, downloadsPerFilm: 3, keptDays: 90 };

  it('has the tables that the command makes of the last measurement', () => {
    const guide = readFileSync(new URL('../../../lib/front/docs/guides/cost.md', import.meta.url), 'utf8');
    for (const table of costTables(readMeasured(), load).tables) expect(guide).toContain(`#${markdownOf(table)}`);
  });

  it('tells of a measurement that reaches the targets', () => {
    const kept = readMeasured();
    expect(totalDollars(perMinute(kept, kept.standing))).toBeLessThanOrEqual(TARGETS.standing);
    expect(totalDollars(perMinute(kept, kept.fades))).toBeLessThanOrEqual(TARGETS.fades);
  });
});
