import { expect, test } from 'vitest';
import { FfmpegError } from '#engine/video/ffmpeg/run.ts';
import { SharedFfmpegRuns } from '#engine/video/ffmpeg/shared-ffmpeg-runs.ts';

/** Ends only when it is aborted, as a process that hangs until it is killed. */
const hanging = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('those who ask for the same key share one run', async () => {
  const runs = new SharedFfmpegRuns<string>();
  let count = 0;
  const run = async () => `run ${++count}`;
  expect(await Promise.all([runs.of('a', run), runs.of('a', run), runs.of('b', run)])).toEqual([
    ...['run 1', 'run 1', 'run 2'],
  ]);
  expect(await runs.of('a', run)).toBe('run 1');
});

test('a run that does not end is killed, and the next caller tries again', async () => {
  const runs = new SharedFfmpegRuns<string>({ limitSeconds: 0.001 });
  const both = [runs.of('a', hanging), runs.of('a', hanging)];
  for (const answer of both) await expect(answer).rejects.toThrow(FfmpegError);
  expect(await runs.of('a', async () => 'done')).toBe('done');
});

test('a failure is forgotten, unless it is one that lasts', async () => {
  const runs = new SharedFfmpegRuns<string>({ isPermanentFailure: (error) => error instanceof TypeError });
  const failing = (error: Error) => () => Promise.reject(error);
  await expect(runs.of('a', failing(new Error('no process')))).rejects.toThrow('no process');
  expect(await runs.of('a', async () => 'done')).toBe('done');
  await expect(runs.of('b', failing(new TypeError('of no use')))).rejects.toThrow('of no use');
  await expect(runs.of('b', async () => 'done')).rejects.toThrow('of no use');
});
