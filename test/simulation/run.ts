/**
 * Runs schedules of the whole service in one process, and checks the invariants of README.md after each.
 *
 * Every 10,000 schedules it tells how far it came, and so it does when it is stopped by a signal: another run may continue from
 * the seed that it names. Ends with an error when an invariant did not hold, and prints the last steps of that schedule; the
 * same seed does the same again.
 */

import { spawn } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '#test/support/command-options.ts';
import { realNow } from './substitutes/register.ts';

const USAGE = `npm run simulate-faults [-- options]: schedules of the whole service, and its invariants after each
  --seed N        the first schedule (1)
  --runs N        how many, or how many for each mutant (1000)
  --workers N     processes that share them (1)
  --mutant NAME   put a fault in, which has to be found; "all": every one in turn
  --steps N       last steps that are printed of a schedule that failed (60)
  --keep-going    go on after a failure`;

const values = parseOptionsOrExit(USAGE, {
  seed: { ...NUMBER_OPTION, default: '1' },
  runs: { ...NUMBER_OPTION, default: '1000' },
  workers: { ...NUMBER_OPTION, default: '1' },
  mutant: TEXT_OPTION,
  steps: { ...NUMBER_OPTION, default: '60' },
  'keep-going': { type: 'boolean', default: false },
});
const seed = Number(values.seed);
const runs = Number(values.runs);
const workers = Number(values.workers);

async function share(): Promise<void> {
  const each = Math.ceil(runs / workers);
  const codes = await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const count = Math.min(each, runs - index * each);
      const args = ['--seed', String(seed + index * each), '--runs', String(count), '--steps', values.steps];
      if (values.mutant !== undefined) args.push('--mutant', values.mutant);
      if (values['keep-going']) args.push('--keep-going');
      const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: 'inherit' });
      return new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
    }),
  );
  process.exitCode = Math.max(...codes);
}

// Most of what a schedule makes is gone when it ends.
setFlagsFromString('--max-semi-space-size=64');
setFlagsFromString('--min-semi-space-size=16');
if (workers > 1) await share();
else if (values.mutant === 'all') {
  const { findMutants } = await import('./run-schedules.ts');
  process.exitCode = (await findMutants({ seed, runs, print: (line) => console.log(line) })) > 0 ? 1 : 0;
} else {
  const { runSchedules } = await import('./run-schedules.ts');
  const found = await runSchedules({
    seed,
    runs,
    mutant: values.mutant,
    steps: Number(values.steps),
    keepsGoing: values['keep-going'],
    now: realNow,
    print: (line) => console.log(line),
  });
  process.exitCode = found > 0 ? 1 : 0;
}
