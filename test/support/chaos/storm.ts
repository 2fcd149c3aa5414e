import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createDevelopmentAccount } from '#cli/operator.ts';
import { withTable } from '../service/with-table.ts';
import { type Committed, commitEvent } from './commit-event.ts';
import { seededRandom } from './seeded-random.ts';
import type { Target, Victim } from './stack-process.ts';
import { type Receiver, startReceiver, type Trouble, troubleOf } from './troubled-receivers.ts';

/** What a storm needs of the service. */
export type StormTarget = Pick<Target, 'baseUrl' | 'environment' | 'log' | 'workers' | 'killEverything'>;

export interface Storm {
  events: number;
  receivers: number;
  /** Events a second. */
  rate: number;
  /** Seconds from its first request on in which a receiver that is to have trouble has it. */
  trouble: number;
  /** Number of kill -9 of the dispatcher or the deliverer, at random moments while events are made. */
  kills: number;
  /** Once, in the middle, every process of the service is killed at once, and it is started again. */
  everything: boolean;
  seed: number;
  /** Seconds that are left for what is not delivered when the last event is made. */
  patience: number;
}

export interface Aftermath {
  deliveries: { wanted: number; lost: number; acknowledged_twice: number; tries: number };
  /** Requests whose signature or headers were wrong, and unknown events. */
  wrong: { requests: number; strangers: number };
  /** From just before the transaction to the first request at a receiver without trouble, in milliseconds. */
  healthy: { p50: number; p95: number; most: number };
  /** Most requests at once at any receiver. */
  at_once: number;
  killed: Partial<Record<Victim, number>>;
  /** Kills that hit a process at work; the others hit one that waited for work, or that was only starting. */
  interrupted: number;
  /** Seconds of making events, and then until the last was delivered. */
  seconds: { storm: number; settling: number };
}

async function register(target: StormTarget, apiKey: string, receiver: Receiver): Promise<void> {
  const response = await fetch(`${target.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['render.failed'] }),
  });
  const { signing_secret } = (await response.json()) as { signing_secret?: string };
  if (signing_secret === undefined) throw new Error(`a receiver could not be registered: ${response.status}`);
  receiver.useSecret(signing_secret);
}

/** Kills workers at random moments until `storm.kills` are killed or the signal aborts. */
async function killAtRandom(target: StormTarget, { kills, events, rate, seed }: Storm, signal: AbortSignal) {
  const killed: Partial<Record<Victim, number>> = {};
  const random = seededRandom(seed);
  const mean = (events / rate / Math.max(1, kills)) * 1000;
  for (let count = 0; count < kills && !signal.aborted; ) {
    await wait(2 * mean * random(), undefined, { signal }).catch(() => undefined);
    const name: Victim = random() < 0.5 ? 'dispatchWebhooks' : 'deliverWebhook';
    const workers = target.workers(name);
    const pid = workers[Math.floor(random() * workers.length)];
    if (pid === undefined) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in between.
      continue;
    }
    count += 1;
    killed[name] = (killed[name] ?? 0) + 1;
  }
  return killed;
}

const acknowledged = (receiver: Receiver, id: string): number =>
  (receiver.arrivals.get(id) ?? []).filter((arrival) => arrival.acknowledged).length;

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function look(
  receivers: readonly Receiver[],
  events: readonly Committed[],
): Omit<Aftermath, 'killed' | 'interrupted' | 'seconds'> {
  const pairs = receivers.flatMap((receiver) => events.map((event) => ({ receiver, event })));
  const counts = pairs.map(({ receiver, event }) => acknowledged(receiver, event.event_id));
  const delays = pairs
    .filter(({ receiver }) => receiver.trouble === 'none')
    .flatMap(({ receiver, event }) => {
      const [first] = receiver.arrivals.get(event.event_id) ?? [];
      return first ? [first.at - event.at] : [];
    })
    .sort((a, b) => a - b);
  const known = new Set(events.map(({ event_id }) => event_id));
  return {
    deliveries: {
      wanted: pairs.length,
      lost: counts.filter((count) => count === 0).length,
      acknowledged_twice: counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
      tries: receivers.reduce((sum, { arrivals }) => sum + [...arrivals.values()].flat().length, 0),
    },
    wrong: {
      requests: receivers.reduce((sum, { wrong }) => sum + wrong.length, 0),
      strangers: receivers.reduce(
        (sum, { arrivals }) => sum + [...arrivals.keys()].filter((id) => !known.has(id)).length,
        0,
      ),
    },
    healthy: { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95), most: delays.at(-1) ?? Number.NaN },
    at_once: Math.max(...receivers.map(({ most }) => most)),
  };
}

/** The progress of a storm, which can take half an hour. */
export interface Standing {
  events: number;
  /** Deliveries that were not acknowledged yet, by the trouble of their receivers. */
  missing: Partial<Record<Trouble, number>>;
  /** Milliseconds. */
  healthy: Aftermath['healthy'];
}

const LOOK_SECONDS = 15;

function standing(receivers: readonly Receiver[], events: readonly Committed[]): Standing {
  const missing: Standing['missing'] = {};
  for (const receiver of receivers) {
    const count = events.filter(({ event_id }) => acknowledged(receiver, event_id) === 0).length;
    if (count > 0) missing[receiver.trouble] = (missing[receiver.trouble] ?? 0) + count;
  }
  return { events: events.length, missing, healthy: look(receivers, events).healthy };
}

/** Makes events while receivers are in trouble and workers are killed, and reports the result. */
export async function raiseStorm(
  target: StormTarget,
  storm: Storm,
  watch: (standing: Standing) => void = () => undefined,
): Promise<Aftermath> {
  const details = { name: 'Storm', email: 'storm@example.com', plan: 'max' } as const;
  const { account_id, api_key } = await createDevelopmentAccount(target.environment, details);
  const receivers = await Promise.all(
    Array.from({ length: storm.receivers }, (_, index) =>
      startReceiver(troubleOf(index, storm.receivers), storm.trouble),
    ),
  );
  const stopped = new AbortController();
  let watching: NodeJS.Timeout | undefined;
  try {
    for (const receiver of receivers) await register(target, api_key, receiver);
    const killing = killAtRandom(target, storm, stopped.signal);
    const started = performance.now();
    const events: Committed[] = [];
    watching = setInterval(() => watch(standing(receivers, events)), LOOK_SECONDS * 1000);
    await withTable({ stack: { environment: target.environment } }, async (table) => {
      while (events.length < storm.events) {
        if (storm.everything && events.length === Math.floor(storm.events / 2)) await target.killEverything();
        // One after another, at a steady rate: what is late does not come in a burst.
        const [event] = await Promise.all([commitEvent(table, account_id), wait(1000 / storm.rate)]);
        events.push(event);
      }
    });
    const ended = performance.now();
    const end = Date.now() + storm.patience * 1000;
    const isWhole = () =>
      receivers.every((receiver) => events.every(({ event_id }) => acknowledged(receiver, event_id) > 0));
    while (!isWhole() && Date.now() < end) await wait(250);
    stopped.abort();
    return {
      ...look(receivers, events),
      killed: await killing,
      interrupted: countInterruptedInvocations(await readFile(target.log, 'utf8')),
      seconds: { storm: (ended - started) / 1000, settling: (performance.now() - ended) / 1000 },
    };
  } finally {
    clearInterval(watching);
    stopped.abort();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  }
}
/** How often the process of an invocation was killed between an event and its receivers, as the log of the service notes it. */
export const countInterruptedInvocations = (log: string): number =>
  log.match(/\[(dispatch|deliver)\w*\] invocation failed: .*its process ended with SIGKILL/g)?.length ?? 0;
