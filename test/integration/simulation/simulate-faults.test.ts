import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const COMMAND = new URL('../../simulation/run.ts', import.meta.url).pathname;

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

describe('the simulation', () => {
  it('finds no broken invariant in 600 schedules (CI runs some thousand more)', async () => {
    const { code, output } = await simulate('--seed', '1', '--runs', '600');
    expect(output).toContain('600 schedules from seed 1: 0 with a broken invariant');
    expect(code).toBe(0);
  });

  it('does the same again for the same seed', async () => {
    const wanted = ['--mutant', 'usage-at-start', '--steps', '10000'];
    const first = await simulate('--seed', '1', '--runs', '500', ...wanted);
    const [, seed = ''] = /^seed (\d+):/.exec(first.output) ?? [];
    const alone = await simulate('--seed', seed, '--runs', '1', ...wanted);
    const record = ({ output }: { output: string }) => output.split('\n').filter((line) => line.startsWith('    '));
    expect(record(first).length).toBeGreaterThan(50);
    expect(record(first)).toEqual(record(alone));
  });

  it.each([
    ['lease-not-checked', 'fenced'],
    ['event-outside-transaction', 'one_terminal_event'],
    ['usage-at-start', 'usage_counted_once'],
    ['place-not-given-back', 'no_place_leaked'],
    ['address-recomputed', 'fails_for_a_reason'],
  ])('finds %s, and tells the seed', async (mutant, invariant) => {
    const { code, output } = await simulate('--seed', '1', '--runs', '2000', '--mutant', mutant);
    expect(output).toMatch(new RegExp(`^seed \\d+: (.|\\n)*${invariant}: `));
    expect(code).toBe(1);
  });
});
