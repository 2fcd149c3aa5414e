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
  /** Continues after a failure, and counts them. */
  keepsGoing: boolean;
  /** Real time in ms. */
  now: () => number;
  print: (line: string) => void;
}

const told = ({ seed, violations, statuses, faults, temper }: Outcome): string[] => [
  `seed ${seed}: ${violations.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('\n  ')}`,
  `  renders ${statuses.join(', ')}; faults ${JSON.stringify(faults)}; ${JSON.stringify(temper)}`,
];

/** Schedules between two reports of how far a run came: one that was stopped continues from the seed in the last report. */
const TOLD_EVERY = 10_000;

/** What schedules met, all together. */
class Tally {
  readonly sums: Record<string, number> = {};
  readonly statuses: Record<string, number> = {};
  readonly faults: Record<string, number> = {};
  /** The names of the calls that were made, and the places at which something went wrong. */
  readonly calls = new Set<string>();
  readonly places = new Set<string>();
  done = 0;

  add({ steps, calls, messages, statuses, faults, places, temper }: Outcome): void {
    this.done += 1;
    const wrong = Object.values(faults).reduce((sum, count) => sum + count, 0);
    const crashes = (faults.crash_before ?? 0) + (faults.crash_after ?? 0);
    const deploys = temper.deployAfter === undefined ? 0 : 1;
    const amounts = { steps, calls, messages, renders: statuses.length, faults: wrong, crashes, deploys };
    for (const [name, amount] of Object.entries(amounts)) this.sums[name] = (this.sums[name] ?? 0) + amount;
    for (const status of statuses) this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    for (const [fault, count] of Object.entries(faults)) this.faults[fault] = (this.faults[fault] ?? 0) + count;
    for (const place of places) this.places.add(place);
  }

  lines(): string[] {
    const mean = Object.entries(this.sums).map(([name, sum]) => `${(sum / this.done).toFixed(2)} ${name}`);
    const killedAt = ['crash_before', 'crash_after'].map(
      (crash) => [...this.calls].filter((call) => this.places.has(`${crash} ${call}`)).length,
    );
    return [
      `a schedule has on average ${mean.join(', ')}`,
      `of ${this.calls.size} calls by name, processes were killed before ${killedAt[0]} and after ${killedAt[1]}`,
      `renders: ${JSON.stringify(this.statuses)}`,
      `faults: ${JSON.stringify(this.faults)}`,
    ];
  }
}

/** Makes this process one in which schedules can run. @returns the errors that no code handled, as they come */
function prepareProcess(): unknown[] {
  const unhandled: unknown[] = [];
  process.on('unhandledRejection', (error) => unhandled.push(error));
  forbidRealTime();
  // Refused writes are errors, and there are thousands.
  Error.stackTraceLimit = 0;
  return unhandled;
}

const outcomeOf = (name: string | undefined): string => (name === undefined ? '' : ` with ${name}`);

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
  const { stackTraceLimit } = Error;
  const unhandled = prepareProcess();
  const tally = new Tally();
  let failures = 0;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const begun = now();
  const tell = (): void => {
    const perSecond = Math.round(tally.done / ((now() - begun) / 1000));
    print(
      `${tally.done} schedules from seed ${seed}${outcomeOf(name)}: ${failures} with a broken invariant; ${perSecond}/s`,
    );
  };
  for (let current = seed; current < seed + runs && !isStopped; current++) {
    const outcome = await simulate(current, { ...(mutant ? { mutant } : {}), seen: tally.calls });
    // Unhandled rejections are reported when the loop turns.
    await turn();
    tally.add(outcome);
    if (outcome.violations.length > 0 || unhandled.length > 0) {
      failures += 1;
      for (const line of told(outcome)) print(line);
      for (const error of unhandled.splice(0))
        print(`  unhandled: ${error instanceof Error ? error.stack : String(error)}`);
      if (!keepsGoing) {
        Error.stackTraceLimit = stackTraceLimit;
        const again = await simulate(current, { ...(mutant ? { mutant } : {}), isRecorded: true });
        for (const line of again.record.slice(-steps)) print(`    ${line}`);
        break;
      }
    }
    if (tally.done % TOLD_EVERY === 0 && tally.done < runs) {
      tell();
      print(`  goes on with seed ${current + 1}`);
    }
  }
  tell();
  for (const line of tally.lines()) print(line);
  return failures;
}

/**
 * Looks for each mutant until the invariant that it breaks is found broken.
 * @param runs the most schedules for each
 * @returns how many were not found
 */
export async function findMutants({ seed, runs, print }: Pick<Wanted, 'seed' | 'runs' | 'print'>): Promise<number> {
  prepareProcess();
  let missed = 0;
  for (const [name, mutant] of Object.entries(MUTANTS)) {
    let current = seed;
    const isFound = async (): Promise<boolean> => {
      const { violations } = await simulate(current, { mutant });
      await turn();
      return violations.some(({ invariant }) => invariant === mutant.finds);
    };
    while (current < seed + runs && !(await isFound())) current += 1;
    const found = current < seed + runs;
    if (!found) missed += 1;
    print(found ? `${name}: ${mutant.finds}, seed ${current}` : `${name}: not found in ${runs} schedules`);
  }
  return missed;
}
