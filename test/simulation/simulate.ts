import { ENTITLEMENTS } from '#features/accounts/public.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';
import { checkAfterwards } from './check-afterwards.ts';
import { FaultSource, type Temper, temperOf } from './faults.ts';
import type { Surroundings } from './machine.ts';
import { Monitor, type Violation } from './monitor.ts';
import { type Mutant, NO_MUTANT } from './mutants.ts';
import { Scenario, sizeOf } from './scenario.ts';
import { Scheduler } from './scheduler.ts';
import { seedTimeLimits } from './substitutes/abort.ts';
import { dropFiles } from './substitutes/files.ts';
import { seedIds } from './substitutes/ids.ts';
import { forgetMessages } from './substitutes/queue-messages.ts';
import { forgetFiles } from './substitutes/timeline-snapshot.ts';
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
  /** Port calls that were made, messages that were sent, and where something went wrong. */
  calls: number;
  messages: number;
  places: readonly string[];
  statuses: readonly string[];
  /** Every call, fault and message, if it was asked for. */
  record: readonly string[];
}

/** For a while after a deploy processes of both versions start. */
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

/** The limits of the accounts of a schedule: few places, so that renders wait for each other; sometimes a month that runs out. */
function limitsFrom(random: () => number): Partial<(typeof ENTITLEMENTS)['max']> {
  const isTight = random() < 0.1;
  return {
    running_renders: random() < 0.5 ? 1 : 2,
    queued_renders: 2,
    render_seconds_per_month: isTight ? 5 + Math.floor(random() * 20) : 360_000,
    narration_characters_per_month: isTight ? 5 + Math.floor(random() * 60) : 5_000_000,
    stored_bytes: isTight ? 100 + Math.floor(random() * 100) : 100e9,
  };
}

/** Runs the schedule of a seed to its end, and checks the invariants. The same seed does the same again. */
export async function simulate(
  seed: number,
  { mutant = NO_MUTANT, isRecorded = false, seen }: { mutant?: Mutant; isRecorded?: boolean; seen?: Set<string> } = {},
): Promise<Outcome> {
  const random = seededRandom(seed);
  // Seeds that are neighbours start alike.
  for (let i = 0; i < 5; i++) random();
  seedIds(random);
  dropFiles();
  forgetFiles();
  forgetMessages();
  const size = sizeOf(random);
  const temper = temperOf(random, size.roughness);
  Object.assign(ENTITLEMENTS.max, limitsFrom(random));
  const scheduler = new Scheduler(START);
  seedTimeLimits((ms, act) => scheduler.after(ms, act));
  const record: string[] = [];
  const sim: Surroundings = { scheduler, faults: new FaultSource(temper, random, seen), random, earlier: new Map() };
  if (isRecorded) sim.note = (line) => void record.push(`${((scheduler.now - START) / 1000).toFixed(3)} ${line}`);
  const monitor = new Monitor(sim);
  const world = new World(sim, monitor, temper.skews, mutant);
  planDeploys(temper, world);
  monitor.watchLedger(world.stores.ledger);
  const scenario = new Scenario(world, size);
  await scenario.begin();
  const isOver = () => (scenario.open === 0 && world.isQuiet) || scheduler.now - START > MAX_MS;
  await scheduler.run(isOver, MAX_STEPS);
  const isDone = scenario.open === 0 && world.isQuiet;
  if (!isDone)
    monitor.report('nothing_lost', `work is left after ${scheduler.steps} steps and ${scheduler.now - START} ms`);
  const accounts = scenario.clients.map(({ id }) => id);
  await checkAfterwards(world, scenario.told, accounts, temper);
  return {
    seed,
    violations: monitor.violations,
    steps: scheduler.steps,
    seconds: (scheduler.now - START) / 1000,
    temper,
    faults: sim.faults.met,
    calls: sim.faults.calls,
    messages: Object.values(world.queues).reduce((sum, { sent }) => sum + sent, 0),
    places: sim.faults.places,
    statuses: [...world.stores.renders.stored.values()].map(({ status, error }) => error?.code ?? status),
    record,
  };
}
