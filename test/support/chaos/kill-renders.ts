import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDisposers } from '#emulators/host/disposers.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ABANDONED_FILE_SECONDS } from '#platform/erasure/tombstone.ts';
import { serviceOf, until } from '../service/start-service.ts';
import { type Blow, createStriker, planBlows } from './blows.ts';
import type { Check } from './checks.ts';
import { countBy } from './checks.ts';
import { becomeCustomer, type Customer } from './customer.ts';
import type { Refusals } from './insistent-client.ts';
import { allFiles, allItems, deadLetters, fileFaults, heldIn } from './leftovers.ts';
import { startProxiedEmulators } from './proxied-emulators.ts';
import {
  checksOfEvents,
  checksOfProcesses,
  checksOfRenders,
  checksOfRest,
  checksOfUsage,
  count,
  statusesOf,
  statusIn,
} from './render-checks.ts';
import { seededRandom } from './seeded-random.ts';
import { startTarget } from './stack-process.ts';
import { type Story, tellStory } from './stories.ts';
import { strikeMeanwhile } from './strike-meanwhile.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export interface KilledRenders {
  renders: number;
  /** How often something is killed, frozen or closed meanwhile. */
  kills: number;
  kinds: readonly Blow[];
  /** How many times each message of a queue is handed to its function. */
  copies: number;
  seed: number;
}

/** What a run came to: figures to be looked at, and what had to hold. */
export interface KilledOutcome {
  figures: object;
  checks: Check[];
}

/** The first cancels nothing, so that what it used is known exactly. */
const ACCOUNTS = 4;
const cancels = (account: number): boolean => account % 2 === 1;
/** Renders at a time: more than there are cores, so that something is always at work. */
const AT_ONCE = 10;
/** Seconds for all that waits, is hidden or was lost to come to its end after the last render. */
export const SETTLE_SECONDS = ABANDONED_FILE_SECONDS + 240;

/**
 * Counts the invocations of workers that were cut off, and the leases of tasks that were lost because another worker has the task.
 * Tasks of canceled renders lose theirs, too, and do not count.
 */
export function countsInLog(log: string, statuses: ReadonlyMap<string, string>) {
  const lost = [...log.matchAll(/"message":"lease of task lost".*?"render_id":"(\w+)"/g)];
  return {
    interrupted: log.match(/invocation failed: .*its process ended with SIGKILL/g)?.length ?? 0,
    refused: lost.filter(([, id = '']) => statuses.get(id) !== 'canceled').length,
  };
}

/** Makes renders while a service is being broken, and checks all that has to hold when nothing is left to do. */
export async function killRenders(directory: string, wanted: KilledRenders): Promise<KilledOutcome> {
  const { renders, kills, kinds, copies, seed } = wanted;
  const dataDir = join(directory, 'data');
  const disposers = createDisposers();
  const emulators = kinds.includes('outage')
    ? await startProxiedEmulators(join(directory, 'emulators'), disposers)
    : undefined;
  const target = await startTarget(dataDir, {
    MESSAGE_COPIES: String(copies),
    ...(emulators ? { AWS_ENDPOINT_URL: emulators.endpoint } : {}),
  });
  const refusals: Refusals = { counts: {}, wrong: [] };
  const customers: Customer[] = [];
  try {
    for (let count = 0; count < ACCOUNTS; count++) customers.push(await becomeCustomer(target, refusals));
    const random = seededRandom(seed);
    const plan = planBlows(kills, kinds, random);
    const begun = performance.now();
    let created = 0;
    let told = 0;
    const isOver = () => told === renders;
    const striker = createStriker(
      target,
      { receivers: customers.map(({ receiver }) => receiver), emulators },
      random,
      isOver,
    );
    const stories: Story[] = [];
    const errors: string[] = [];
    const watching = setInterval(() => {
      const after = Math.round((performance.now() - begun) / 1000);
      console.error(`${after} s: ${created} renders created, ${told} ended, ${JSON.stringify(refusals.counts)}`);
    }, 15_000);
    const made: Blow[] = [];
    let areBlowsOver = false;
    const share = () => (created + AT_ONCE) / renders;
    const striking = strikeMeanwhile(plan, made, striker.strike, share, isOver, random).finally(() => {
      areBlowsOver = true;
    });
    striking.catch(() => undefined);
    // Renders that are quicker than the blows would leave the last of these nothing to hit.
    const blowsKeptUp = async (index: number): Promise<void> => {
      while (made.length / plan.length < index / renders && !areBlowsOver) await wait(50);
    };
    try {
      await forEachConcurrent([...Array.from({ length: renders }).keys()], AT_ONCE, async (index) => {
        const account = index % ACCOUNTS;
        const customer = customers[account];
        if (!customer) return;
        await blowsKeptUp(index);
        const options = { index, seed, account, cancels: cancels(account) };
        try {
          stories.push(await tellStory(customer.client, options, () => created++));
        } catch (error) {
          errors.push(`story ${index}: ${String(error)}`);
        }
        told += 1;
      });
    } finally {
      clearInterval(watching);
    }
    await striking;
    await striker.recovered();
    const broken = (performance.now() - begun) / 1000;

    const service = serviceOf({ ...target, children: () => ({}) }, dataDir, directory);
    await waitUntilIdle(service, SETTLE_SECONDS);
    const items = await until(
      () => allItems(target.environment),
      (all) => heldIn(all, new Date()).length === 0,
      SETTLE_SECONDS,
    ).catch(() => allItems(target.environment));
    const settling = (performance.now() - begun) / 1000 - broken;

    const checks = [
      ...checksOfStories(stories, renders, errors),
      ...(await checksOfRenders(directory, customers, stories, items)),
      ...checksOfEvents(customers, stories, items),
      ...(await checksOfUsage(target, customers, stories, items)),
      ...checksOfRest(items, await allFiles(target.environment)),
      { what: 'answers that no client should get', wanted: 0, seen: count(refusals.wrong) },
      { what: 'kills that hit something', wanted: kills, seen: made.length },
      { what: 'kinds of them', wanted: new Set(plan).size, seen: new Set(made).size },
    ];
    const log = countsInLog(readFileSync(target.log, 'utf8'), statusIn(items));
    if (kinds.some((kind) => ['worker', 'ffmpeg', 'everything'].includes(kind)) && kills >= 20)
      checks.push({
        what: 'kills that hit a worker at work',
        wanted: '> 0',
        seen: log.interrupted,
        holds: log.interrupted > 0,
      });
    const freezes = made.filter((blow) => blow === 'freeze').length;
    if (freezes >= 3)
      checks.push({
        what: 'workers that went on too late and gave up',
        wanted: '> 0',
        seen: log.refused,
        holds: log.refused > 0,
      });
    const figures = {
      ...wanted,
      made: countBy(made),
      statuses: statusesOf(items),
      failures: countBy(
        items
          .filter(({ entity, status }) => entity === 'render' && status === 'failed')
          .map(({ error }) => (error as { code: string }).code),
      ),
      attempts: countBy(items.filter(({ entity }) => entity === 'task').map(({ attempt }) => Number(attempt))),
      ...log,
      refusals: refusals.counts,
      dead_letters: await deadLetters(target.environment),
      events: { came: customers.reduce((sum, { receiver }) => sum + receiver.received.length, 0) },
      files_that_expire: fileFaults(items, await allFiles(target.environment)).expiring,
      seconds: { broken: Math.round(broken), settling: Math.round(settling) },
    };
    await target.stop();
    checks.push(...checksOfProcesses(dataDir));
    return { figures, checks };
  } finally {
    await Promise.all(customers.map(({ receiver }) => receiver.stop()));
    await target.kill();
    await disposers.run();
  }
}

function checksOfStories(stories: readonly Story[], renders: number, errors: readonly string[]): Check[] {
  return [
    { what: 'customers that were given up', wanted: '0', seen: count(errors) },
    {
      what: 'renders that their customers know',
      wanted: renders,
      seen: new Set(stories.map(({ render }) => render)).size,
    },
  ];
}
