import { setImmediate as turn } from 'node:timers/promises';
import { MUTANTS } from './mutants.ts';
import { type Outcome, simulate } from './simulate.ts';
import { forbidRealTime } from './substitutes/register.ts';

interface Wanted {
  seed: number;
  runs: number;
  mutant: string | undefined;
  /** How many of the last steps of a failure are printed. */
  steps: number;
  /** Goes on after a failure, and counts them. */
  keepsGoing: boolean;
  /** Real time in ms. */
  now: () => number;
  print: (line: string) => void;
}

const told = ({ seed, violations, statuses, faults, temper }: Outcome): string[] => [
  `seed ${seed}: ${violations.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('\n  ')}`,
  `  renders ${statuses.join(', ')}; faults ${JSON.stringify(faults)}; ${JSON.stringify(temper)}`,
];

/** Runs schedules from a seed on. @returns in how many an invariant did not hold */
export async function runSchedules({
  seed,
  runs,
  mutant: name,
  steps,
  keepsGoing,
  now,
  print,
}: Wanted): Promise<number> {
  const mutant = name === undefined ? undefined : MUTANTS[name];
  if (name !== undefined && !mutant) throw new Error(`There is no mutant ${name}: ${Object.keys(MUTANTS).join(', ')}`);
  let current = seed;
  let failures = 0;
  let allSteps = 0;
  const statuses: Record<string, number> = {};
  const faults: Record<string, number> = {};
  const unhandled: unknown[] = [];
  process.on('unhandledRejection', (error) => unhandled.push(error));
  forbidRealTime();
  const { stackTraceLimit } = Error;
  // Refused writes are errors, and there are thousands.
  Error.stackTraceLimit = 0;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const begun = now();
  for (; current < seed + runs && !isStopped; current++) {
    const outcome = await simulate(current, mutant ? { mutant } : {});
    // Unhandled rejections are told of when the loop turns.
    await turn();
    allSteps += outcome.steps;
    for (const status of outcome.statuses) statuses[status] = (statuses[status] ?? 0) + 1;
    for (const [fault, count] of Object.entries(outcome.faults)) faults[fault] = (faults[fault] ?? 0) + count;
    if (outcome.violations.length === 0 && unhandled.length === 0) continue;
    failures += 1;
    for (const line of told(outcome)) print(line);
    for (const error of unhandled.splice(0))
      print(`  unhandled: ${error instanceof Error ? error.stack : String(error)}`);
    if (keepsGoing) continue;
    Error.stackTraceLimit = stackTraceLimit;
    const again = await simulate(current, { ...(mutant ? { mutant } : {}), isRecorded: true });
    for (const line of again.record.slice(-steps)) print(`    ${line}`);
    break;
  }
  // A schedule that failed ends the run before it is counted.
  const done = current - seed + (failures > 0 && !keepsGoing ? 1 : 0);
  const seconds = (now() - begun) / 1000;
  print(
    `${done} schedules from seed ${seed}${name === undefined ? '' : ` with ${name}`}: ${failures} with a broken invariant; ` +
      `${Math.round(done / seconds)}/s, ${Math.round(allSteps / done)} steps each`,
  );
  print(`renders: ${JSON.stringify(statuses)}`);
  print(`faults: ${JSON.stringify(faults)}`);
  return failures;
}
