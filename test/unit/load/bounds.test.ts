import { describe, expect, it } from 'vitest';
import { brokenBounds, growthOf, type LoadOutcome, type Sample, slopeOf } from '#test/load/bounds.ts';

const MIB = 2 ** 20;

/** Samples of an hour, one a minute. */
const samplesBy = (change: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 61 }, (_, minute) => ({
    second: minute * 60,
    treeBytes: 900 * MIB,
    processBytes: { api: 200 * MIB },
    handles: 500,
    diskBytes: 0,
    ...change(minute),
  }));

const outcomeOf = (change: Partial<LoadOutcome> = {}): LoadOutcome => ({
  samples: samplesBy(() => ({})),
  readMs: [10],
  serverErrors: 0,
  refusals: 0,
  renders: { asked: 2, completed: 2, failed: 0, waiting: 0 },
  webhooksMissing: 0,
  ...change,
});

describe('growth', () => {
  it('is that of the second half, by its slope', () => {
    // It rises for half an hour, by 10 a minute, and then stands still.
    const series = Array.from({ length: 61 }, (_, minute) => ({
      second: minute * 60,
      value: Math.min(minute, 30) * 10,
    }));
    expect(growthOf(series).grown).toBeCloseTo(0);
    expect(slopeOf(series.slice(0, 31))).toBeCloseTo(10 / 60);
  });

  it('of one sample, or of none, is nothing', () => {
    expect(growthOf([])).toEqual({ grown: 0, mean: 0 });
    expect(growthOf([{ second: 3, value: 7 }])).toEqual({ grown: 0, mean: 7 });
  });
});

describe('a run', () => {
  it('that keeps its bounds breaks none', () => {
    expect(brokenBounds(outcomeOf(), 150)).toEqual([]);
  });

  it.each<[string, Partial<LoadOutcome>, number, string]>([
    ['an answer of 5xx', { serverErrors: 1 }, 10, '1 requests were answered with 5xx'],
    ['a refusal', { refusals: 2 }, 10, '2 requests were refused'],
    ['slow reads', {}, 151, 'p99 of reads is 151 ms'],
    ['a run without reads', {}, Number.NaN, 'p99 of reads'],
    ['a failed render', { renders: { asked: 1, completed: 0, failed: 1, waiting: 0 } }, 10, '1 renders failed'],
    ['a render without an end', { renders: { asked: 1, completed: 0, failed: 0, waiting: 1 } }, 10, 'had not ended'],
    ['a webhook that is missing', { webhooksMissing: 1 }, 10, 'without a webhook'],
    [
      'memory that grows by 8 MiB a minute',
      { samples: samplesBy((minute) => ({ treeBytes: (900 + 8 * minute) * MIB })) },
      10,
      'Memory of all processes grew by 240 MiB',
    ],
    [
      'one process that grows by 4 MiB a minute, next to others that shrink',
      { samples: samplesBy((minute) => ({ processBytes: { api: (200 + 4 * minute) * MIB } })) },
      10,
      'Memory of api grew by 120 MiB',
    ],
    [
      'three handles more a minute',
      { samples: samplesBy((minute) => ({ handles: 500 + 3.5 * minute })) },
      10,
      'The number of handles grew by 105',
    ],
  ])('with %s breaks that one', (_, change, readP99Ms, sentence) => {
    const broken = brokenBounds(outcomeOf(change), readP99Ms);
    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(sentence);
  });

  it('whose figures only go up and down breaks none', () => {
    const samples = samplesBy((minute) => ({
      treeBytes: (900 + (minute % 2) * 400) * MIB,
      handles: 500 + (minute % 3) * 40,
    }));
    expect(brokenBounds(outcomeOf({ samples }), 10)).toEqual([]);
  });
});
