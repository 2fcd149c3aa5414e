import { describe, expect, it } from 'vitest';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';

/** Work that meets a conflict this many times before it succeeds. */
const conflicts = (count: number) => async (attempt: number) => {
  if (attempt <= count) throw new WriteConflictError(`conflict ${attempt}`);
  return attempt;
};

describe('work that is retried on a conflict', () => {
  it('runs once where there is none', async () => {
    expect(await retryOnConflict({ attempts: 1 }, conflicts(0))).toBe(1);
  });

  it('runs again after each conflict, and waits in between', async () => {
    const waits: number[] = [];
    const backoff = async (failed: number) => void waits.push(failed);
    expect(await retryOnConflict({ attempts: 3, backoff }, conflicts(2))).toBe(3);
    expect(waits).toEqual([1, 2]);
  });

  it('fails with the last conflict after its attempts, without waiting then', async () => {
    const waits: number[] = [];
    const backoff = async (failed: number) => void waits.push(failed);
    await expect(retryOnConflict({ attempts: 2, backoff }, conflicts(9))).rejects.toThrow('conflict 2');
    expect(waits).toEqual([1]);
  });

  it('fails as its caller says when the attempts are exhausted', async () => {
    const exhausted = (conflict: WriteConflictError) => new Error(`after ${conflict.message}`);
    await expect(retryOnConflict({ attempts: 2, exhausted }, conflicts(9))).rejects.toThrow('after conflict 2');
  });

  it('fails at once with any other error', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw new TypeError('broken');
    };
    await expect(retryOnConflict({ attempts: 5 }, work)).rejects.toThrow(TypeError);
    expect(runs).toBe(1);
  });
});
