import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isWhole } from '#test/support/depth.ts';

const COMMAND = fileURLToPath(new URL('../../simulation/run.ts', import.meta.url));

/** Runs the command. @returns its exit code and what it printed */
async function simulate(...args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args]);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const SCHEDULES = isWhole ? 1000 : 100;

describe('the simulation', () => {
  it(`finds no broken invariant in ${SCHEDULES} schedules (CI runs more)`, async () => {
    const { code, output } = await simulate('--seed', '1', '--runs', String(SCHEDULES));
    expect(output).toContain(`${SCHEDULES} schedules from seed 1: 0 with a broken invariant`);
    expect(code).toBe(0);
  });

  it('does the same again for the same seed', async () => {
    const wanted = ['--mutant', 'usage-at-start', '--steps', '10000'];
    const first = await simulate('--seed', '60', '--runs', '50', ...wanted);
    const [, seed = ''] = /^seed (\d+):/.exec(first.output) ?? [];
    const alone = await simulate('--seed', seed, '--runs', '1', ...wanted);
    const record = ({ output }: { output: string }) => output.split('\n').filter((line) => line.startsWith('    '));
    expect(record(first).length).toBeGreaterThan(50);
    expect(record(first)).toEqual(record(alone));
  });

  // The test above finds one of them in every run.
  it.runIf(isWhole)('finds every fault that is put in on purpose, and tells the seed', async () => {
    // The rarest of them shows in one of 1,200 schedules. From this seed on all are found within some hundred.
    const { code, output } = await simulate('--seed', '4040', '--runs', '4000', '--mutant', 'all');
    const found = output.split('\n').filter((line) => /^[a-z-]+: [a-z_]+, seed \d+$/.test(line));
    expect(output).not.toContain('not found');
    // The five of them that the invariants were first made for, and at least one for each invariant.
    for (const mutant of [
      'lease-not-checked',
      'event-outside-transaction',
      'usage-at-start',
      'place-not-given-back',
      'address-recomputed',
    ])
      expect(output).toMatch(new RegExp(`^${mutant}: [a-z_]+, seed \\d+$`, 'm'));
    const invariants = new Set(found.map((line) => /: ([a-z_]+),/.exec(line)?.[1]));
    expect(invariants.size).toBe(15);
    expect(code).toBe(0);
  });
});
