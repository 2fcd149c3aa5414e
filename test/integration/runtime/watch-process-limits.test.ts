import { spawn } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';
import { readProcessUsage } from '#app/sandbox/read-process-usage.ts';
import {
  type ExceededProcessLimit,
  type StepProcessLimits,
  watchProcessLimits,
} from '#app/sandbox/watch-process-limits.ts';

/** What no process here reaches. */
const WIDE: StepProcessLimits = { stepCpuSeconds: 600, stepSeconds: 600, seconds: 600, memoryBytes: 2 ** 34 };

/** Watches a process that runs a script without end. @param onEnd called while it still runs @returns why it was ended */
async function exceeded(
  script: string,
  limits: Partial<StepProcessLimits>,
  cpuLeft?: number,
  onEnd: (pid: number) => unknown = () => undefined,
): Promise<ExceededProcessLimit | 'budget'> {
  const child = spawn(process.execPath, ['--eval', script], { stdio: 'ignore' });
  try {
    const why = await new Promise<ExceededProcessLimit | 'budget'>((resolve) => {
      const end = (why: ExceededProcessLimit | 'budget'): void => {
        watch.stop();
        resolve(why);
      };
      const budget = cpuLeft === undefined ? undefined : { cpuLeft: () => cpuLeft, onSpent: () => end('budget') };
      const watch = watchProcessLimits(child, { ...WIDE, ...limits }, end, budget);
      watch.nextStep();
    });
    await onEnd(child.pid ?? expect.fail('the process did not start'));
    return why;
  } finally {
    child.kill('SIGKILL');
  }
}

it.each<[string, string, Partial<StepProcessLimits>, 'time' | 'memory']>([
  ['processor time of a step', 'for (;;);', { stepCpuSeconds: 0.5 }, 'time'],
  ['time of a step that only waits', 'setInterval(() => {}, 1000)', { stepSeconds: 0.5 }, 'time'],
  ['time as a whole', 'setInterval(() => {}, 1000)', { seconds: 0.5 }, 'time'],
  [
    'memory',
    'globalThis.held = Buffer.alloc(2 ** 28, 1); setInterval(() => {}, 1000)',
    { memoryBytes: 2 ** 28 },
    'memory',
  ],
])('a process that takes too much %s is reported', async (_, script, limits, why) => {
  expect(await exceeded(script, limits)).toBe(why);
});

it('a process that takes what is left for it is reported, however many steps it has', async () => {
  expect(await exceeded('for (;;);', {}, 0.5)).toBe('budget');
});

it.each<[string, Partial<StepProcessLimits>, number | undefined, 'time' | 'budget']>([
  ['a step', { stepCpuSeconds: 0.1 }, undefined, 'time'],
  ['the whole', {}, 0.1, 'budget'],
])('on a slow machine, a process may take more processor time for %s', async (_, limits, cpuLeft, why) => {
  let taken: number | undefined;
  const onEnd = async (pid: number): Promise<void> => {
    taken = (await readProcessUsage(pid))?.cpuSeconds;
  };
  expect(await exceeded('for (;;);', { ...limits, cpuTimeFactor: 8 }, cpuLeft, onEnd)).toBe(why);
  expect(taken).toBeGreaterThan(0.8);
});

it('on a slow machine, a step may take longer', async () => {
  const started = performance.now();
  expect(await exceeded('setInterval(() => {}, 1000)', { stepSeconds: 0.1, cpuTimeFactor: 6 })).toBe('time');
  expect(performance.now() - started).toBeGreaterThan(600);
});
