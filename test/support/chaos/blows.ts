import { setTimeout as wait } from 'node:timers/promises';
import { processesOf } from '../processes/children.ts';
import { signalProcess } from '../processes/process-tree.ts';
import { BUNDLES, type Target } from './stack-process.ts';

/** A port that can be closed for a while. */
export interface ClosingPort {
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

/** What can be done to a service: its processes killed or frozen, its emulators restarted, the ports of receivers closed. */
export const BLOWS = [
  'worker',
  'ffmpeg',
  'dispatcher',
  'sweeper',
  'api',
  'dynamodb',
  'sqs',
  'everything',
  'freeze',
  'receiver',
  'outage',
] as const;
export type Blow = (typeof BLOWS)[number];

/** What a run does where nothing else is asked for: not the outages, which need the emulators next to the service. */
export const USUAL_BLOWS: readonly Blow[] = BLOWS.filter((blow) => blow !== 'outage');

/** The kinds in a list such as `worker,ffmpeg`. @throws Error for one that does not exist */
export const kindsOf = (list: string | undefined, usual: readonly Blow[]): readonly Blow[] =>
  list?.split(',').map((kind): Blow => {
    const known = BLOWS.find((blow) => blow === kind);
    if (!known) throw new Error(`There is no "${kind}": there are ${BLOWS.join(', ')}`);
    return known;
  }) ?? usual;

/** How often each is drawn. What stops the whole service for seconds is rare, so there is work to hit. */
const WEIGHTS: Readonly<Record<Blow, number>> = {
  worker: 36,
  ffmpeg: 22,
  dispatcher: 14,
  sweeper: 3,
  api: 8,
  dynamodb: 3,
  sqs: 3,
  everything: 3,
  freeze: 4,
  receiver: 4,
  outage: 4,
};

/** Blows in an order that a seed decides, each of the chosen kinds at least once if there are enough. */
export function planBlows(count: number, kinds: readonly Blow[], random: () => number): Blow[] {
  const total = kinds.reduce((sum, kind) => sum + WEIGHTS[kind], 0);
  const draw = (): Blow => {
    let left = random() * total;
    for (const kind of kinds) {
      left -= WEIGHTS[kind];
      if (left < 0) return kind;
    }
    return 'worker';
  };
  const plan = [...kinds, ...Array.from({ length: Math.max(0, count - kinds.length) }, draw)].slice(0, count);
  for (let at = plan.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [plan[at], plan[other]] = [plan[other] ?? 'worker', plan[at] ?? 'worker'];
  }
  return plan;
}

const WORKERS = ['prepare-render', 'narrate-slide', 'encode-segment', 'assemble-render'].map(
  (name) => `/queue/${name}.mjs`,
);
const PROCESSES: Partial<Record<Blow, readonly string[]>> = {
  worker: WORKERS,
  dispatcher: Object.values(BUNDLES).flat(),
  sweeper: ['/schedule/'],
  api: ['serverless.js'],
  dynamodb: ['/dynoxide'],
  sqs: ['sqs-host'],
};
/** How long a victim is looked for, in ms: workers that have an ffmpeg have it for some 100 ms. */
const SEARCH_MS = 20_000;
const LOOK_MS = 25;
/** Longer than a lease (15 s), and than the message of a worker stays hidden (17 s), in ms. */
const FROZEN_MS = 22_000;
/** In ms, every other time: shorter than a lease, and longer. Clients are asked to come back after 8 s. */
const OUTAGES_MS = [6_000, 25_000];
/** In ms. An attempt that finds the port closed comes again after 5 s. */
const REFUSED_MS = 7_000;

const pick = <T>(random: () => number, values: readonly T[]): T | undefined =>
  values[Math.floor(random() * values.length)];

/** Workers that have an ffmpeg at this moment: these are at work for sure. */
function workersAtWork(target: Target): { worker: number; ffmpeg: number }[] {
  const workers = new Set(target.processes(WORKERS));
  return processesOf('ffmpeg').flatMap(({ pid, parent }) =>
    workers.has(parent) ? { worker: parent, ffmpeg: pid } : [],
  );
}

async function search<T>(look: () => T | undefined, isOver: () => boolean): Promise<T | undefined> {
  const end = performance.now() + SEARCH_MS;
  for (;;) {
    const found = look();
    if (found !== undefined || isOver() || performance.now() > end) return found;
    await wait(LOOK_MS);
  }
}

/** What strikes, for the length of a run. */
export interface Striker {
  /** @returns whether there was something to hit */
  strike(blow: Blow): Promise<boolean>;
  /** Resolves when what was frozen continues and what was closed is open again. */
  recovered(): Promise<void>;
}

/**
 * @param isOver there is no work left to be hit: nothing is looked for any longer
 */
export function createStriker(
  target: Target,
  { receivers, emulators }: { receivers: readonly ClosingPort[]; emulators?: ClosingPort | undefined },
  random: () => number,
  isOver: () => boolean,
): Striker {
  let outages = 0;
  const lasting = new Set<Promise<void>>();
  let frozen = 0;
  const last = (effect: Promise<void>): void => {
    const held = effect.finally(() => lasting.delete(held));
    lasting.add(held);
  };

  const strikers: Partial<Record<Blow, () => Promise<boolean>>> = {
    async ffmpeg() {
      const victim = await search(() => pick(random, workersAtWork(target)), isOver);
      return victim !== undefined && signalProcess(victim.ffmpeg, 'SIGKILL');
    },
    // Every other time one that is surely at work; else any, as it comes: starting, idle, between two steps.
    async worker() {
      const isAimed = random() < 0.5;
      const victim = await search(
        () => (isAimed ? pick(random, workersAtWork(target))?.worker : pick(random, target.processes(WORKERS))),
        isOver,
      );
      return victim !== undefined && signalProcess(victim, 'SIGKILL');
    },
    async everything() {
      await target.killEverything();
      return true;
    },
    // One at a time: a frozen worker keeps a core.
    async freeze() {
      const victim = await search(() => (frozen > 0 ? undefined : pick(random, workersAtWork(target))?.worker), isOver);
      if (victim === undefined || !signalProcess(victim, 'SIGSTOP')) return false;
      frozen += 1;
      last(
        wait(FROZEN_MS).then(() => {
          signalProcess(victim, 'SIGCONT');
          frozen -= 1;
        }),
      );
      return true;
    },
    async receiver() {
      const victim = pick(random, receivers);
      if (!victim) return false;
      // Another one may still be closed.
      await Promise.all(lasting);
      await victim.refuse();
      last(wait(REFUSED_MS).then(() => victim.accept()));
      return true;
    },
  };

  if (emulators)
    strikers.outage = async () => {
      await emulators.refuse();
      await wait(OUTAGES_MS[outages % OUTAGES_MS.length] ?? 0);
      outages += 1;
      await emulators.accept();
      return true;
    };

  return {
    async strike(blow) {
      const own = strikers[blow];
      if (own) return own();
      const victim = await search(() => pick(random, target.processes(PROCESSES[blow] ?? [])), isOver);
      return victim !== undefined && signalProcess(victim, 'SIGKILL');
    },
    async recovered() {
      await Promise.all(lasting);
    },
  };
}
