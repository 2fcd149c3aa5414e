import { spawn } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';
import { type ExceededLimit, type StepProcessLimits, watchProcess } from '#app/sandbox/watch-process.ts';

/** What no process here reaches. */
const WIDE: StepProcessLimits = { stepCpuSeconds: 600, stepSeconds: 600, seconds: 600, memoryBytes: 2 ** 34 };

/** Watches a process that runs a script without end. @returns why it was ended */
async function exceeded(
  script: string,
  limits: Partial<StepProcessLimits>,
  cpuLeft?: number,
): Promise<ExceededLimit | 'budget'> {
  const child = spawn(process.execPath, ['--eval', script], { stdio: 'ignore' });
  try {
    return await new Promise((resolve) => {
      const end = (why: ExceededLimit | 'budget'): void => {
        watch.stop();
        resolve(why);
      };
      const budget = cpuLeft === undefined ? undefined : { cpuLeft: () => cpuLeft, onSpent: () => end('budget') };
      const watch = watchProcess(child, { ...WIDE, ...limits }, end, budget);
      watch.nextStep();
    });
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
