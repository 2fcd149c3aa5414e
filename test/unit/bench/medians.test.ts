import { describe, expect, it } from 'vitest';
import { medianNumber, medianRows } from '#test/bench/medians.ts';
import { mergeRows } from '#test/bench/result.ts';
import { type Row, withRatios } from '#test/bench/row.ts';

const row = (id: string, more: Partial<Row> = {}): Row => ({ id, name: id, ...more });

describe('the median', () => {
  it('of numbers is the one in the middle, or the mean of two', () => {
    expect(medianNumber([9, 1, 5])).toBe(5);
    expect(medianNumber([1, 9, 5, 3])).toBe(4);
    expect(() => medianNumber([])).toThrow(RangeError);
  });

  it('of runs is taken figure by figure, and the ratios are those within each run', () => {
    const run = (whole: number, cpu: number, naive: number) =>
      withRatios([
        row('whole', { seconds: whole, cpuSeconds: cpu, against: ['naive'] }),
        row('naive', { seconds: naive }),
      ]);
    const rows = medianRows([run(2, 8, 100), run(3, 6, 100), run(4, 7, 400)]);
    expect(rows[0]).toMatchObject({ seconds: 3, cpuSeconds: 7, ratio: 0.02, runs: 3 });
    expect(rows[0]).toMatchObject({ fastestSeconds: 2, slowestSeconds: 4 });
    expect(rows[1]).toMatchObject({ seconds: 100 });
  });

  it('of a guard is the worst run', () => {
    const run = (ssimMin: number, offsetFrames: number) => [row('whole', { ssimMin, offsetFrames })];
    expect(medianRows([run(0.99, 0.1), run(0.95, 0.9), run(0.999, 0)])[0]).toMatchObject({
      ssimMin: 0.95,
      offsetFrames: 0.9,
    });
  });

  it('of a row that only one run has is that row', () => {
    const failed = row('naive-failed', { error: 'no room' });
    expect(medianRows([[row('whole', { seconds: 1 })], [row('whole', { seconds: 1 }), failed]])[1]).toBe(failed);
  });
});

describe('a result that is added to', () => {
  it('has the new rows instead of the old ones, and drops what failed', () => {
    const before = [row('a', { seconds: 1 }), row('b', { seconds: 2 }), row('c-failed', { error: 'no room' })];
    const rows = mergeRows(before, [row('b', { seconds: 3 })]);
    expect(rows.map(({ id, seconds }) => [id, seconds])).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
  });

  it('keeps the ratio of a run, and compares what had nothing to be compared with', () => {
    const naive = row('naive', { seconds: 100 });
    const measured = row('whole', { seconds: 4, against: ['naive'], ratio: 0.02, base: 'naive' });
    const alone = row('edit', { seconds: 1, against: ['whole'] });
    const [, whole, edit] = mergeRows([naive, measured], [alone]);
    expect(whole?.ratio).toBe(0.02);
    expect(edit?.ratio).toBe(0.25);
  });
});
