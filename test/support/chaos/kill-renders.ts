import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { accountUsage } from '../../../lib/accounts/account-usage.ts';
import { keys } from '../../../lib/aws/table/keys.ts';
import type { Item } from '../../../lib/aws/table/table.ts';
import { ABANDONED_SECONDS } from '../../../lib/erasure/tombstone.ts';
import { TASK_LIMITS } from '../../../lib/renders/render-task.ts';
import type { RenderAnswer } from '../../../lib/renders/view.ts';
import { forEachConcurrent } from '../../../lib/shared/concurrency.ts';
import { inspectMp4 } from '../../../lib/video/mp4/inspect.ts';
import { createDevelopmentAccount, operatorDeps } from '../../../localstack/cli/operator.ts';
import { createDisposers } from '../../../localstack/stack/disposers.ts';
import { isAlive } from '../../../localstack/stack/process-table.ts';
import { commandOf, processesWith } from '../processes/process-tree.ts';
import { download, serviceOf, until } from '../service/start-service.ts';
import { type Blow, createStriker, planBlows } from './blows.ts';
import type { Check } from './checks.ts';
import { countBy } from './checks.ts';
import { type InsistentClient, insistentClient, type Refusals } from './insistent-client.ts';
import { allFiles, allItems, deadLetters, fileFaults, heldIn } from './leftovers.ts';
import { startProxiedEmulators } from './proxied-emulators.ts';
import { seededRandom } from './seeded-random.ts';
import { startTarget, type Target } from './stack-process.ts';
import { CHARACTERS, type Story, tellStory } from './stories.ts';
import { startVerifyingReceiver, type VerifyingReceiver } from './verifying-receiver.ts';
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
const MAX_PAUSE_MS = 1500;
/** Seconds for all that waits, is hidden or was lost to come to its end after the last render. */
const SETTLE_SECONDS = ABANDONED_SECONDS + 240;

interface Customer {
  client: InsistentClient;
  receiver: VerifyingReceiver;
  accountId: string;
}

async function becomeCustomer(target: Target, refusals: Refusals): Promise<Customer> {
  const details = { name: 'Chaos', email: 'chaos@example.com', plan: 'max' } as const;
  const { account_id: accountId, api_key: apiKey } = await createDevelopmentAccount(target.environment, details);
  const client = insistentClient({ baseUrl: target.baseUrl, accountId, apiKey }, refusals);
  const receiver = await startVerifyingReceiver();
  const { signing_secret } = await client.send<{ signing_secret: string }>('POST', '/webhooks', {
    url: receiver.url,
    events: ['render.completed', 'render.failed'],
  });
  receiver.useSecret(signing_secret);
  return { client, receiver, accountId };
}

/** Strikes as the renders are made: a blow is due when its share of them was begun. Those that hit something go into `made`. */
async function strikeMeanwhile(
  plan: readonly Blow[],
  made: Blow[],
  strike: (blow: Blow) => Promise<boolean>,
  share: () => number,
  isOver: () => boolean,
  random: () => number,
): Promise<void> {
  const left = [...plan];
  for (let tries = 0; left.length > 0 && tries < 3 * plan.length && !isOver(); tries++) {
    while (made.length / plan.length > share() && !isOver()) await wait(50);
    await wait(random() * MAX_PAUSE_MS);
    const blow = left.shift();
    if (blow === undefined) break;
    if (await strike(blow)) made.push(blow);
    else left.push(blow);
  }
}

/**
 * Invocations of workers that were cut off, and work that was given up because another worker has it: that of a canceled
 * render is given up, too, and does not count.
 */
function countsInLog(log: string, statuses: ReadonlyMap<string, string>) {
  const givenUp = [...log.matchAll(/"message":"(?:task|narration) given up".*?"render_id":"(\w+)"/g)];
  return {
    interrupted: log.match(/invocation failed: .*its process ended with SIGKILL/g)?.length ?? 0,
    refused: givenUp.filter(([, id = '']) => statuses.get(id) !== 'canceled').length,
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

/** A number, with what was counted where there is little of it. */
const count = (found: readonly string[]): string =>
  found.length === 0 ? '0' : `${found.length}: ${found.slice(0, 5).join('; ')}`;

const rendersIn = (items: readonly Item[]): Item[] => items.filter(({ entity }) => entity === 'render');
const statusesOf = (items: readonly Item[]) => countBy(rendersIn(items).map(({ status }) => String(status)));
const statusIn = (items: readonly Item[]): Map<string, string> =>
  new Map(rendersIn(items).map(({ id, status }) => [String(id), String(status)]));

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

async function checksOfRenders(
  directory: string,
  customers: readonly Customer[],
  stories: readonly Story[],
  items: readonly Item[],
): Promise<Check[]> {
  const statuses = statusIn(items);
  const known = new Set(stories.map(({ render }) => render));
  const lost = stories.filter(
    ({ render }) => !['completed', 'failed', 'canceled'].includes(statuses.get(render) ?? ''),
  );
  const revoked = stories.filter(({ render, canceled }) => canceled !== (statuses.get(render) === 'canceled'));
  const strangers = [...statuses.keys()].filter((id) => !known.has(id));
  const tasksOf = (id: string) => items.filter(({ entity, render_id }) => entity === 'task' && render_id === id);
  const groundless = [...statuses].filter(
    ([id, status]) => status === 'failed' && !tasksOf(id).some(({ attempt }) => Number(attempt) >= TASK_LIMITS.claims),
  );
  const damaged: string[] = [];
  await forEachConcurrent(stories, 4, async ({ account, render, seconds }) => {
    const client = customers[account]?.client;
    if (statuses.get(render) !== 'completed' || !client) return;
    const { output } = await client.send<RenderAnswer>('GET', `/renders/${render}`);
    try {
      const { video, fileBytes } = await inspectMp4(await download(output.url, join(directory, `${render}.mp4`)));
      const frames = Math.round((output.duration_seconds ?? 0) * 24);
      if (video.samples !== frames || fileBytes !== output.size_bytes)
        throw new Error(`${video.samples} frames in ${fileBytes} bytes, and not ${frames} in ${output.size_bytes}`);
      if (seconds !== undefined && output.duration_seconds !== seconds)
        throw new Error(`${output.duration_seconds} s, and not ${seconds}`);
    } catch (error) {
      damaged.push(`${render}: ${String(error)}`);
    }
  });
  return [
    { what: 'renders lost: without an end', wanted: '0', seen: count(lost.map(({ render }) => render)) },
    { what: 'renders that no customer asked for', wanted: '0', seen: count(strangers) },
    {
      what: 'renders whose cancel did not hold, or came of nothing',
      wanted: '0',
      seen: count(revoked.map(({ render }) => render)),
    },
    { what: 'failed renders without three lost attempts', wanted: '0', seen: count(groundless.map(([id]) => id)) },
    { what: 'films that are not whole', wanted: '0', seen: count(damaged) },
    {
      what: 'completed renders',
      wanted: '> 0',
      seen: [...statuses.values()].filter((one) => one === 'completed').length,
      holds: [...statuses.values()].includes('completed'),
    },
  ];
}

function checksOfEvents(customers: readonly Customer[], stories: readonly Story[], items: readonly Item[]): Check[] {
  const statuses = statusIn(items);
  const written = items.filter(({ entity, event }) => entity === 'outbox' && event !== 'render.progress');
  const wrong = stories.flatMap(({ account, render }) => {
    const status = statuses.get(render) ?? '';
    const wanted = status === 'canceled' ? [] : [`render.${status}`];
    const own = written.filter(({ PK }) => String(PK).endsWith(`#RN#${render}`));
    const came = (customers[account]?.receiver.received ?? []).filter(({ render_id }) => render_id === render);
    const events = [...new Map(came.map(({ event, event_id }) => [event_id, event])).values()];
    const ids = new Set(came.map(({ event_id }) => event_id));
    return [
      ...(own.map(({ event }) => event).join() === wanted.join()
        ? []
        : [`${render} is ${status} and wrote ${own.length}`]),
      ...(events.join() === wanted.join() && own.every(({ event_id }) => ids.has(String(event_id)))
        ? []
        : [`${render} is ${status}, and its receiver got [${events.join()}]`]),
    ];
  });
  const all = customers.flatMap(({ receiver }) => receiver.received);
  const open = items.filter(({ entity, status }) => entity === 'delivery' && status !== 'succeeded');
  return [
    { what: 'renders without exactly one event of their end, received', wanted: '0', seen: count(wrong) },
    { what: 'events that came', wanted: written.length, seen: new Set(all.map(({ event_id }) => event_id)).size },
    {
      what: 'deliveries with a wrong signature',
      wanted: '0',
      seen: count(customers.flatMap(({ receiver }) => receiver.wrong)),
    },
    {
      what: 'deliveries that did not succeed',
      wanted: '0',
      seen: count(open.map(({ id, status }) => `${String(id)} ${String(status)}`)),
    },
  ];
}

async function checksOfUsage(
  target: Target,
  customers: readonly Customer[],
  stories: readonly Story[],
  items: readonly Item[],
): Promise<Check[]> {
  const deps = operatorDeps(target.environment);
  const wrong: string[] = [];
  for (const [account, { accountId }] of customers.entries()) {
    const { usage, reserved } = await accountUsage(deps, accountId);
    const own = rendersIn(items).filter(({ account_id }) => account_id === accountId);
    const completed = own.filter(({ status }) => status === 'completed');
    const ended = own.filter(({ status }) => status !== 'completed');
    const seconds = completed.reduce(
      (sum, { result }) => sum + (result as { duration_seconds: number }).duration_seconds,
      0,
    );
    const most = ended.reduce((sum, { max_seconds }) => sum + Number(max_seconds), seconds);
    const spoken = items.filter(
      ({ entity, PK }) => entity === 'speech' && String(PK).startsWith(`ACC#${accountId}#`),
    ).length;
    // A canceled or failed render pays for what it has encoded, and for speech that was begun.
    const isSimple = ended.length === 0;
    const note = (what: string) => wrong.push(`account ${account}: ${what}`);
    const asked = stories.filter((story) => story.account === account).length;
    if (usage.renders !== asked) note(`${usage.renders} renders counted of ${asked}`);
    if (usage.render_seconds < seconds - 0.01 || usage.render_seconds > (isSimple ? seconds : most) + 0.01)
      note(`${usage.render_seconds} s counted; ${seconds} s completed, ${most} s at most`);
    // So does narration whose timeline is deleted while a worker has it, though the render may have spoken the same.
    const removed = stories.filter((story) => story.account === account && story.deleted).length;
    const mostCharacters = (spoken + removed + ended.length) * CHARACTERS;
    if (usage.narration_characters < spoken * CHARACTERS || usage.narration_characters > mostCharacters)
      note(`${usage.narration_characters} characters counted, ${spoken * CHARACTERS} stored`);
    if (reserved.render_seconds !== 0 || reserved.narration_characters !== 0)
      note(`${JSON.stringify(reserved)} stays reserved`);
    if (usage.running_renders + usage.queued_renders > 0) note('renders still run or wait');
    const timelines = items.filter(
      ({ PK, SK }) => SK === keys.timeline(accountId, '').SK && String(PK).startsWith(`ACC#${accountId}#`),
    ).length;
    if (usage.timelines !== timelines) note(`${usage.timelines} timelines counted of ${timelines}`);
    const bytes = bytesStored(items, accountId);
    if (usage.stored_bytes !== bytes) note(`${usage.stored_bytes} bytes counted, ${bytes} stored`);
  }
  return [{ what: 'accounts whose usage is not what was made', wanted: '0', seen: count(wrong) }];
}

/** What the images of an account's timelines have, as their present slides say. */
function bytesStored(items: readonly Item[], accountId: string): number {
  const own = items.filter(({ PK }) => String(PK).startsWith(`ACC#${accountId}#TL#`));
  const present = new Set(
    own.filter(({ entity }) => entity === 'timeline').flatMap(({ slides }) => slides as string[]),
  );
  return own
    .filter(({ entity, SK }) => entity === 'slide' && present.has(String(SK).replace('SLIDE#', '')))
    .reduce((sum, { image }) => sum + Number((image as { size_bytes?: number } | undefined)?.size_bytes ?? 0), 0);
}

function checksOfRest(items: readonly Item[], files: readonly string[]): Check[] {
  const { missing, unnamed } = fileFaults(items, files);
  return [
    {
      what: 'slots, tickets, reservations, tombstones and marks of work left',
      wanted: '0',
      seen: count(heldIn(items, new Date())),
    },
    { what: 'files that a record names and that are missing', wanted: '0', seen: count(missing) },
    { what: 'files that no record names and no rule deletes', wanted: '0', seen: count(unnamed) },
  ];
}

/** After the stop. Processes of the service, orphans of killed ones too, have its folder in their environment. */
function checksOfProcesses(dataDir: string): Check[] {
  const strays = processesWith(dataDir).filter((pid) => pid !== process.pid && isAlive(pid));
  const temporary = readdirSync(join(dataDir, 'tmp'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return [
    {
      what: 'stray processes',
      wanted: '0',
      seen: count(strays.map((pid) => `${pid} ${commandOf(pid).replaceAll('\0', ' ').slice(0, 80)}`)),
    },
    { what: 'temporary files left', wanted: '0', seen: count(temporary.map(({ name }) => name)) },
  ];
}
