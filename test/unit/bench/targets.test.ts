import { describe, expect, it } from 'vitest';
import { type Row, withRatios } from '#test/bench/row.ts';
import { MIB } from '#test/bench/table.ts';
import { targetLine, targetsOf } from '#test/bench/targets.ts';

const row = (id: string, more: Partial<Row> = {}): Row => ({ id, name: id, ...more });
const lineOf = (rows: readonly Row[], name: string): string | undefined =>
  targetsOf(withRatios(rows))
    .filter((target) => target.name === name)
    .map(targetLine)[0];

describe('a ratio', () => {
  it('is that to the row which a row names', () => {
    const rows = withRatios([
      row('whole', { seconds: 4, cpuSeconds: 6, against: ['naive'] }),
      row('naive', { seconds: 80, cpuSeconds: 120 }),
    ]);
    expect(rows[0]).toMatchObject({ base: 'naive', ratio: 0.05, cpuRatio: 0.05 });
    expect(rows[1]?.ratio).toBeUndefined();
  });

  it('is that to the fastest of several', () => {
    const slow = row('slow', { seconds: 100 });
    const failed = row('failed', { error: 'it broke' });
    const fast = row('fast', { seconds: 50 });
    const [ours] = withRatios([row('ours', { seconds: 5, against: ['slow', 'fast', 'failed'] }), slow, failed, fast]);
    expect(ours).toMatchObject({ base: 'fast', ratio: 0.1 });
  });

  it('is missing where what it is compared with was not measured', () => {
    const [ours] = withRatios([row('ours', { seconds: 5, against: ['naive'] })]);
    expect(ours?.ratio).toBeUndefined();
  });
});

describe('a target', () => {
  const naive = row('naive', { seconds: 100 });

  it('is met up to its limit, the limit included, and missed beyond', () => {
    const whole = (seconds: number) => [row('whole', { seconds, against: ['naive'] }), naive];
    const name = 'whole job, narration there';
    expect(lineOf(whole(2), name)).toBe(`target 1 ${name} ≤ 0.02: 0.0200 ok`);
    expect(lineOf(whole(2.1), name)).toBe(`target 1 ${name} ≤ 0.02: 0.0210 MISSED`);
  });

  it('that was not measured is neither', () => {
    expect(lineOf([], 'the same again')).toBe('target 5 the same again ≤ 0.15 s: not measured');
  });

  it('has a unit where it is not a ratio', () => {
    const edit = row('edit', { seconds: 0.4, against: ['whole'] });
    const rows = [edit, row('whole', { seconds: 4, against: [] })];
    expect(lineOf(rows, 'one title edited')).toBe('target 4 one title edited ≤ 0.3 s: 0.40 MISSED');
    expect(lineOf(rows, 'one title edited, of the first')).toContain('0.1000 ok');
  });

  it('of processor time counts it for each minute of the video', () => {
    const rows = [row('whole', { cpuSeconds: 4, filmSeconds: 600 })];
    expect(lineOf(rows, 'CPU seconds a minute of film')).toContain('0.400 MISSED');
  });

  it('of requests is that of the median', () => {
    expect(lineOf([row('api-render', { p50Ms: 19.9, p95Ms: 90 })], 'POST render, p50')).toContain('19.9 ok');
  });

  it('of a start counts the slower one', () => {
    const rows = [row('start-new', { seconds: 3.2 }), row('start-again', { seconds: 1 })];
    expect(lineOf(rows, 'npm start to ready')).toContain('3.20 MISSED');
  });

  it('of memory counts the worker with the most, at each height', () => {
    const rows = [
      row('a', { pictureHeight: 1080, peakBytes: 200 * MIB }),
      row('b', { pictureHeight: 1080, peakBytes: 600 * MIB }),
      row('c', { pictureHeight: 2160, peakBytes: 900 * MIB }),
    ];
    expect(lineOf(rows, 'memory at 1080p')).toBe('target 11 memory at 1080p ≤ 381 MiB: 600 MISSED');
    expect(lineOf(rows, 'memory at 2160p')).toBe('target 11 memory at 2160p ≤ 967 MiB: 900 ok');
  });

  it('of likeness counts the worst of our videos, not those of others', () => {
    const rows = [row('naive', { ssimMin: 0.9 }), row('whole', { ssimMin: 0.997 }), row('fades', { ssimMin: 0.992 })];
    expect(lineOf(rows, 'SSIM of the worst slide')).toBe('target 13 SSIM of the worst slide ≥ 0.99: 0.9920 ok');
  });

  it('of the sound is missed by a whole frame', () => {
    const at = (offsetFrames: number) => [row('hour-offset', { offsetFrames })];
    expect(lineOf(at(0.99), 'sound off its picture')).toContain('ok');
    expect(lineOf(at(1), 'sound off its picture')).toContain('MISSED');
  });

  it('of a batch compares one row with one separate video, in time and in processor time', () => {
    const rows = [
      row('separate', { seconds: 10, cpuSeconds: 20 }),
      row('batch', { seconds: 3, cpuSeconds: 7, against: ['separate'] }),
    ];
    expect(lineOf(rows, 'a row of a batch')).toBe('target 15 a row of a batch ≤ 0.3: 0.3000 ok');
    expect(lineOf(rows, 'a row of a batch, CPU')).toBe('target 15 a row of a batch, CPU ≤ 0.3: 0.3500 MISSED');
  });
});
