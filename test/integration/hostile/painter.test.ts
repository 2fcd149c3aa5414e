import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { isTried } from '#test/support/depth.ts';
import { HOSTILE_STRINGS } from '#test/support/hostile/texts.ts';

/** What test/support/hostile/paint-cases.ts prints. */
interface Painted {
  base_mebibytes: number;
  peak_mebibytes: number;
  cases: Record<string, { cpu_seconds: number; fault?: string }>;
}

const PROGRAM = fileURLToPath(new URL('../../support/hostile/paint-cases.ts', import.meta.url));
let painted: Painted;

// In its own process: its memory is what the painter takes, and nothing else.
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { maxBuffer: 1 << 24 });
  painted = JSON.parse(stdout) as Painted;
}, 240_000);

// A guard against texts that take minutes: measured were at most 0.75 s.
const MAX_CPU_SECONDS = 60;

describe('the painter draws hostile text', () => {
  const tried = HOSTILE_STRINGS.filter((_, at) => isTried(at, 2)).map(([name]) => [name]);
  it.each(tried)('in its layouts, without a fault, and soon: %s', (name) => {
    const { cpu_seconds, fault } = painted.cases[name] ?? { cpu_seconds: Number.NaN, fault: 'not drawn' };
    expect(fault).toBeUndefined();
    expect(cpu_seconds).toBeLessThan(MAX_CPU_SECONDS);
  });

  it('within 300 MiB above what an ordinary slide takes', () => {
    expect(painted.peak_mebibytes - painted.base_mebibytes).toBeLessThan(300);
  });
});
