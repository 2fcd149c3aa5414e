import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import type { TableItem } from '#adapters/aws/table/table.ts';
import { createDisposers } from '#emulators/host/disposers.ts';
import type { AccountMonthUsage } from '#features/accounts/usage.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { startStack } from '#stack/start-stack.ts';
import type { FaultMode } from '../aws/inject-faults.ts';
import { startReceiver } from '../service/receiver.ts';
import { type Client, type Service, serviceOf } from '../service/start-service.ts';
import { withTable } from '../service/with-table.ts';
import { brokenOf, type Check, countBy } from './checks.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { deadLetters } from './leftovers.ts';
import { startProxiedEmulators } from './proxied-emulators.ts';
import { seededRandom } from './seeded-random.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export interface ThrottledService extends Service {
  proxy: FaultProxy;
  stop(): Promise<void>;
}

/** The whole service, whose functions reach the emulators through a proxy that can let calls fail. */
export async function startThrottledService(): Promise<ThrottledService> {
  const directory = await mkdtemp(join(tmpdir(), 'throttled-'));
  const disposers = createDisposers();
  disposers.add(() => rm(directory, { recursive: true, force: true }));
  try {
    const proxy = await startProxiedEmulators(join(directory, 'emulators'), disposers);
    const data = join(directory, 'data');
    const stack = await startStack({
      port: 0,
      edgePort: 0,
      dataDir: data,
      logLevel: 'silent',
      endpoint: proxy.endpoint,
    });
    disposers.add(() => stack.stop());
    return { ...serviceOf(stack, data, directory), proxy, stop: () => disposers.run() };
  } catch (error) {
    await disposers.run().catch(() => undefined);
    throw error;
  }
}

export interface ThrottledRenders {
  renders: number;
  mode: FaultMode;
  /** The share of the calls to the table, the queues and the bucket that fails, 0–1. */
  share: number;
  seed: number;
  /** Seconds after which what is not done counts as lost. */
  patience: number;
}

export interface ThrottledOutcome {
  /** Renders by their status. */
  statuses: Record<string, number>;
  /** Tasks by the number of their attempts, and how many were postponed. */
  attempts: Record<string, number>;
  postponed: number;
  /** Events that end a render, by how many of them a render has: in the table, and as the receiver got them. */
  terminal_events: { written: Record<string, number>; received: Record<string, number> };
  /** What was counted, and what it should be. */
  usage: { renders: number; characters: number; seconds: number };
  expected: { renders: number; characters: number; seconds: number };
  /** Messages in dead-letter queues. */
  dead_letters: number;
  /** Answers of the API that were not a success, by status. */
  refusals: Record<string, number>;
  calls: ReturnType<FaultProxy['end']>;
  seconds: number;
}

/** Not available; the key of a request that broke off, which is held for some seconds; the rate limit of the account. */
const PASSING: readonly number[] = [503, 409, 429];

/** A request that is made again, with the same idempotency key, as long as the service says that it is not available. */
async function ask<Body>(
  client: Client,
  refusals: number[],
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<Body> {
  for (;;) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await client.call<Body>(method, path, body, headers);
    if (answer.status === 200) return answer.body;
    refusals.push(answer.status);
    if (!PASSING.includes(answer.status))
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await wait(1000 * Number(answer.headers.get('retry-after') ?? Number.NaN));
  }
}

/** Every tenth render is large enough to be shared out. */
function timelineOf(index: number, seed: number) {
  const isLarge = index % 10 === 9;
  return {
    title: `Deck ${index} of ${seed}`,
    resolution: isLarge ? '1080p' : '480p',
    transition: { type: isLarge ? 'zoom' : 'none', duration_seconds: isLarge ? 1.5 : 0 },
    slides: Array.from({ length: isLarge ? 4 : 2 }, (_, slide) => ({
      title: `Slide ${slide} of deck ${index}, ${seed}`,
      ...(slide === 0 ? { speaker_notes: notesOf(index, seed) } : { duration_seconds: 2 }),
    })),
  };
}
const notesOf = (index: number, seed: number): string => `This is deck ${index} of ${seed}.`;

type Send = <Body>(method: string, path: string, body?: object, key?: string) => Promise<Body>;

async function allRenders(send: Send): Promise<RenderAnswer[]> {
  const renders: RenderAnswer[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: RenderAnswer[]; next_cursor: string | null } = await send('GET', `/renders?limit=100${query}`);
    renders.push(...page.data);
    cursor = page.next_cursor;
  }
  return renders;
}

/** Lets renders with narration and webhooks be made while a share of all calls fails, and reports their state after all work. */
export async function renderThrottled(service: ThrottledService, wanted: ThrottledRenders): Promise<ThrottledOutcome> {
  const { renders, mode, share, seed, patience } = wanted;
  const client = await service.account('max');
  const receiver = await startReceiver();
  const refusals: number[] = [];
  const send: Send = (method, path, body, key) => ask(client, refusals, method, path, body, key);
  try {
    await send('POST', '/webhooks', { url: receiver.url, events: ['render.completed', 'render.failed'] });
    const begun = performance.now();
    service.proxy.begin({ mode, share, random: seededRandom(seed) });
    const ids: string[] = [];
    for (let index = 0; index < renders; index++) {
      const timeline = await send<{ id: string }>('POST', '/timelines', timelineOf(index, seed), `timeline-${index}`);
      ids.push((await send<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id }, `render-${index}`)).id);
    }
    const end = Date.now() + patience * 1000;
    let made: RenderAnswer[] = [];
    const isEnded = ({ status }: RenderAnswer) => ['completed', 'failed', 'canceled'].includes(status);
    while (Date.now() < end && !(made.length === renders && made.every(isEnded))) {
      await wait(2000);
      made = await allRenders(send);
    }
    while (Date.now() < end && new Set(receiver.received.map(({ data }) => data.id)).size < renders) await wait(250);
    const calls = service.proxy.end();
    const seconds = (performance.now() - begun) / 1000;
    await waitUntilIdle(service, 180);

    const items = await withTable(service, (table) =>
      Promise.all(
        ids.map((id) =>
          table.all({
            KeyConditionExpression: 'PK = :pk',
            ExpressionAttributeValues: { ':pk': tableKeys.render(client.accountId, id).PK },
            ConsistentRead: true,
          }),
        ),
      ),
    );
    const tasks = items.flat().filter(({ entity }) => entity === 'task');
    const isTerminal = ({ event }: TableItem) => event === 'render.completed' || event === 'render.failed';
    const received = ids.map((id) => new Set(receiver.of(id).map(({ event_id }) => event_id)).size);
    const { usage } = await client.ok<{ usage: AccountMonthUsage }>('GET', '/entitlements');
    const lengths = made.map(({ output }) => output.duration_seconds ?? 0);
    return {
      statuses: countBy(made.map(({ status }) => status)),
      attempts: countBy(tasks.map(({ attempt }) => Number(attempt))),
      postponed: tasks.filter(({ postponed }) => postponed !== undefined).length,
      terminal_events: {
        written: countBy(items.map((of) => of.filter(isTerminal).length)),
        received: countBy(received),
      },
      usage: {
        renders: usage.renders,
        characters: usage.narration_characters,
        seconds: Math.round(usage.render_seconds),
      },
      expected: {
        renders,
        characters: ids.reduce((sum, _, index) => sum + notesOf(index, seed).length, 0),
        seconds: Math.round(lengths.reduce((sum, length) => sum + length, 0)),
      },
      dead_letters: Object.values(await deadLetters(service.stack.environment)).reduce((sum, size) => sum + size, 0),
      refusals: countBy(refusals),
      calls,
      seconds: Math.round(seconds),
    };
  } finally {
    service.proxy.end();
    await receiver.stop();
  }
}

/** What has to hold: every render completed as if no call had failed. */
export function checksOfThrottled({ renders, share }: ThrottledRenders, outcome: ThrottledOutcome): Check[] {
  const { statuses, attempts, terminal_events: events, usage, expected, dead_letters: dead, refusals } = outcome;
  const all = (name: string) => JSON.stringify({ [name]: renders });
  const [calls, faults] = Object.values(outcome.calls).reduce(
    ([allCalls, allFaults], one) => [allCalls + one.calls, allFaults + one.faults],
    [0, 0],
  );
  const failed = faults / calls;
  // Five standard deviations: a right share is farther off in one of a million runs. How many calls there are differs.
  const off = 5 * Math.sqrt((share * (1 - share)) / calls);
  return [
    { what: 'renders by their status', wanted: all('completed'), seen: JSON.stringify(statuses) },
    { what: 'attempts of their tasks', wanted: '1', seen: Object.keys(attempts).join() },
    { what: 'events of their ends, written', wanted: all('1'), seen: JSON.stringify(events.written) },
    { what: 'events of their ends, received', wanted: all('1'), seen: JSON.stringify(events.received) },
    { what: 'usage', wanted: JSON.stringify(expected), seen: JSON.stringify(usage) },
    { what: 'messages in dead-letter queues', wanted: 0, seen: dead },
    {
      what: 'answers that neither succeed nor say when to come back',
      wanted: 0,
      seen: Object.keys(refusals).filter((status) => !PASSING.includes(Number(status))).length,
    },
    {
      what: 'share of calls that failed',
      wanted: `${share}, or ${off.toFixed(3)} off`,
      seen: `${failed.toFixed(3)} of ${calls}`,
      holds: Math.abs(failed - share) < off,
    },
  ];
}

/** What is wrong with an outcome; nothing when every render completed as if no call had failed. */
export const faultsOfThrottled = (wanted: ThrottledRenders, outcome: ThrottledOutcome): string[] =>
  brokenOf(checksOfThrottled(wanted, outcome));
