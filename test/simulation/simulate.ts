import { ENTITLEMENTS } from '../../lib/accounts/public.ts';
import { seededRandom } from '../support/chaos/seeded-random.ts';
import { checkAfterwards } from './check-afterwards.ts';
import { FaultSource, type Temper, temperOf } from './faults.ts';
import type { Surroundings } from './machine.ts';
import { Monitor, type Violation } from './monitor.ts';
import { type Mutant, NO_MUTANT } from './mutants.ts';
import { Scenario } from './scenario.ts';
import { Scheduler } from './scheduler.ts';
import { dropFiles } from './substitutes/files.ts';
import { seedIds } from './substitutes/ids.ts';
import { World } from './world.ts';

/** The result of one schedule. */
export interface Outcome {
  seed: number;
  violations: readonly Violation[];
  steps: number;
  /** Virtual seconds. */
  seconds: number;
  temper: Temper;
  faults: FaultSource['met'];
  statuses: readonly string[];
  /** Every call, fault and message, if it was asked for. */
  record: readonly string[];
}

/** For a while after a deploy processes of both versions begin. */
const ROLLING_MS = 15_000;

function planDeploys({ deployAfter, rollbackAfter }: Temper, world: World): void {
  if (deployAfter === undefined) return;
  const { scheduler, random, note } = world.sim;
  world.kindOfDeploy = random() < 0.5 ? 'newer' : 'other';
  const deploy = (ms: number, version: number): void => {
    scheduler.after(ms, () => {
      note?.(`version ${version} is deployed`);
      world.versions = [...world.versions, version];
    });
    scheduler.after(ms + ROLLING_MS, () => {
      world.versions = [version];
    });
  };
  deploy(deployAfter, 2);
  if (rollbackAfter !== undefined) deploy(deployAfter + ROLLING_MS + rollbackAfter, 1);
}

const START = Date.UTC(2026, 0, 5);
const MAX_STEPS = 30_000;
const MAX_MS = 9 * 86_400_000;

/** Runs the schedule of a seed to its end, and checks the invariants. The same seed does the same again. */
export async function simulate(
  seed: number,
  { mutant = NO_MUTANT, isRecorded = false }: { mutant?: Mutant; isRecorded?: boolean } = {},
): Promise<Outcome> {
  const random = seededRandom(seed);
  // Seeds that are neighbours begin alike.
  for (let i = 0; i < 5; i++) random();
  seedIds(random);
  dropFiles();
  const temper = temperOf(random);
  // One place or two, so that renders have to wait for each other.
  Object.assign(ENTITLEMENTS.max, { running_renders: random() < 0.5 ? 1 : 2, queued_renders: 2 });
  const scheduler = new Scheduler(START);
  const record: string[] = [];
  const sim: Surroundings = { scheduler, faults: new FaultSource(temper, random), random, earlier: new Map() };
  if (isRecorded) sim.note = (line) => void record.push(`${((scheduler.now - START) / 1000).toFixed(3)} ${line}`);
  const monitor = new Monitor(sim);
  const world = new World(sim, monitor, temper.skews, mutant);
  planDeploys(temper, world);
  const scenario = new Scenario(world);
  await scenario.begin();
  const isOver = () => (scenario.open === 0 && world.isQuiet) || scheduler.now - START > MAX_MS;
  await scheduler.run(isOver, MAX_STEPS);
  const isDone = scenario.open === 0 && world.isQuiet;
  if (!isDone)
    monitor.report('nothing_lost', `work is left after ${scheduler.steps} steps and ${scheduler.now - START} ms`);
  await checkAfterwards(world, scenario.told, temper);
  return {
    seed,
    violations: monitor.violations,
    steps: scheduler.steps,
    seconds: (scheduler.now - START) / 1000,
    temper,
    faults: sim.faults.met,
    statuses: [...world.stores.renders.stored.values()].map(({ status, error }) => error?.code ?? status),
    record,
  };
}
