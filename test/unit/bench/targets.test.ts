import { describe, expect, it } from 'vitest';
import { type Row, withRatios } from '../../bench/row.ts';
import { MIB } from '../../bench/table.ts';
import { targetLine, targetsOf } from '../../bench/targets.ts';

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
    expect(lineOf(whole(5), 'whole job')).toBe('target 1 whole job ≤ 0.05: 0.0500 ok');
    expect(lineOf(whole(5.1), 'whole job')).toBe('target 1 whole job ≤ 0.05: 0.0510 MISSED');
  });

  it('that was not measured is neither', () => {
    expect(lineOf([], 'whole job')).toBe('target 1 whole job ≤ 0.05: not measured');
  });

  it('of memory counts the worker with the most, at each height', () => {
    const rows = [
      row('a', { pictureHeight: 1080, peakBytes: 200 * MIB }),
      row('b', { pictureHeight: 1080, peakBytes: 600 * MIB }),
      row('c', { pictureHeight: 2160, peakBytes: 900 * MIB }),
    ];
    expect(lineOf(rows, 'memory at 1080p')).toBe('target 5 memory at 1080p ≤ 512 MiB: 600 MISSED');
    expect(lineOf(rows, 'memory at 2160p')).toBe('target 5 memory at 2160p ≤ 1024 MiB: 900 ok');
  });

  it('of likeness counts the worst of our videos, not those of others', () => {
    const rows = [row('naive', { ssimMin: 0.9 }), row('whole', { ssimMin: 0.997 }), row('fades', { ssimMin: 0.992 })];
    expect(lineOf(rows, 'SSIM of the worst slide')).toBe('target 6 SSIM of the worst slide ≥ 0.99: 0.9920 ok');
  });

  it('of the sound is missed by a whole frame', () => {
    const at = (offsetFrames: number) => [row('hour-offset', { offsetFrames })];
    expect(lineOf(at(0.99), 'sound off its picture')).toContain('ok');
    expect(lineOf(at(1), 'sound off its picture')).toContain('MISSED');
  });
});
