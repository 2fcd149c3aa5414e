/**
 * Runs the service under the requests of many clients, and checks what it answers and what it keeps: no errors, quick reads, memory and
 * handles that do not grow. Ends with an error when a bound is broken. `--soak` does it for six hours.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { exitWithText, parseOptionsOrExit } from '#cli/command-line.ts';
import { createDevelopmentAccount } from '#cli/operator.ts';
import { readStackState } from '#stack/state-file.ts';
import { quantile } from '#test/bench/quantile.ts';
import { type SpawnedService, withSpawnedService } from '#test/bench/spawned-service.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '#test/support/command-options.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import { brokenBounds, growthOf, LOAD_BOUNDS, type LoadOutcome, type Sample } from './bounds.ts';
import { CallFailed, type CallKind, callerOf, type LoadClient } from './client.ts';
import { makeTimeline, runOperation } from './mix.ts';
import { observe } from './observe.ts';
import { renderLoad } from './render-load.ts';

const USAGE = `npm run load [-- options]: the service under the requests of many clients
  --minutes N   length of the run (10)
  --soak        360 minutes
  --clients N   accounts that send requests (200)
  --rate N      requests per second, of all clients together (20)
  --renders N   renders per minute, of all clients together (2)
  --seed N      of the choice of clients and requests (1)
  --data DIR    keeps DATA_DIR there; by default it is temporary`;

const OPTIONS = {
  minutes: NUMBER_OPTION,
  soak: { type: 'boolean', default: false },
  clients: { ...NUMBER_OPTION, default: '200' },
  rate: { ...NUMBER_OPTION, default: '20' },
  renders: { ...NUMBER_OPTION, default: '2' },
  seed: { ...NUMBER_OPTION, default: '1' },
  data: TEXT_OPTION,
} as const;

const SOAK_MINUTES = 360;
const SAMPLE_MS = 10_000;
/** Number of lines that a run prints about its course. */
const LINES = 20;
/** A client that asks for more than that at once has no part in a load of people. */
const SETUP_AT_ONCE = 4;
/** One in ten clients has a webhook. */
const WEBHOOK_SHARE = 0.1;
const SETTLE_MS = 180_000;
/** Most sentences about failed requests that are printed. */
const MOST_REPORTS = 20;
const MIB = 2 ** 20;

interface LoadOptions {
  minutes: number;
  clients: number;
  rate: number;
  renders: number;
  seed: number;
  dataDir: string;
}

/** The answers since the last line, and all of them. */
class Answers {
  readonly reads: number[] = [];
  serverErrors = 0;
  refusals = 0;
  /** Milliseconds of the answers since the last line, by kind. */
  recent = new Map<CallKind, number[]>();
  #total = 0;

  note({ kind, status, ms }: { kind: CallKind; status: number | undefined; ms: number }): void {
    this.#total += 1;
    if (kind === 'read') this.reads.push(ms);
    this.recent.set(kind, [...(this.recent.get(kind) ?? []), ms]);
    if (status === undefined || status >= 500) this.serverErrors += 1;
    else if (status !== 200) this.refusals += 1;
  }

  get total(): number {
    return this.#total;
  }
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

function describeTimes(name: string, values: readonly number[]): string {
  const times = sorted(values);
  return times.length === 0
    ? `${name} -`
    : `${name} ${quantile(times, 0.5).toFixed(0)}/${quantile(times, 0.99).toFixed(0)}`;
}

/** One line about the course: answers since the last one, and what the service has at the moment. */
function courseLine(answers: Answers, { second, treeBytes, processBytes, handles, diskBytes }: Sample): string {
  const processes = Object.entries(processBytes).map(([name, bytes]) => `${name} ${Math.round(bytes / MIB)}`);
  const times = (['read', 'change', 'drawing'] as const).map((kind) =>
    describeTimes(kind, answers.recent.get(kind) ?? []),
  );
  answers.recent = new Map();
  const minutes = (second / 60).toFixed(1).padStart(6);
  return `${minutes} min  p50/p99 ms: ${times.join(', ')}  MiB: ${Math.round(treeBytes / MIB)} (${processes.join(', ')})  handles ${handles}  disk ${Math.round(diskBytes / MIB)} MiB`;
}

/** Accounts, each with a timeline, and a tenth of them with a webhook. */
async function makeClients(
  { clients: count }: LoadOptions,
  environment: Readonly<Record<string, string>>,
  prepare: (client: LoadClient, index: number) => Promise<void>,
): Promise<LoadClient[]> {
  const clients: LoadClient[] = [];
  const makeNext = async (): Promise<void> => {
    while (clients.length < count) {
      const index = clients.length;
      const client: LoadClient = { key: '', timelines: [], renders: [], isBusy: false };
      clients.push(client);
      const account = { name: `Load ${index}`, email: `load-${index}@example.com`, plan: 'max' } as const;
      client.key = (await createDevelopmentAccount(environment, account)).api_key;
      await prepare(client, index);
    }
  };
  await Promise.all(Array.from({ length: SETUP_AT_ONCE }, makeNext));
  return clients;
}

/** Sends requests at their times, whether the earlier ones are answered or not. A client that waits for an answer is not chosen. */
async function sendRequests(
  { minutes, rate, renders }: LoadOptions,
  random: () => number,
  clients: readonly LoadClient[],
  work: { operation(client: LoadClient): Promise<void>; render(client: LoadClient): void },
): Promise<void> {
  const waiting = new Set<Promise<void>>();
  const start = performance.now();
  const end = start + minutes * 60_000;
  let nextRender = start + (renders > 0 ? 30_000 / renders : Number.POSITIVE_INFINITY);
  // Times of people: independent of one another.
  for (let next = start; next < end; next += (-Math.log(1 - random()) * 1000) / rate) {
    await wait(Math.max(0, next - performance.now()));
    const idle = clients.filter(({ isBusy }) => !isBusy);
    const client = idle[Math.floor(random() * idle.length)];
    if (client === undefined) continue;
    if (next >= nextRender) {
      nextRender += 60_000 / renders;
      work.render(client);
    }
    client.isBusy = true;
    const operation = work.operation(client).finally(() => {
      client.isBusy = false;
      waiting.delete(operation);
    });
    waiting.add(operation);
  }
  await Promise.all(waiting);
}

async function runLoad(service: SpawnedService, options: LoadOptions): Promise<LoadOutcome> {
  const random = seededRandom(options.seed);
  const answers = new Answers();
  let reports = 0;
  const report = (sentence: string): void => {
    reports += 1;
    if (reports <= MOST_REPORTS) console.error(sentence);
  };
  let isMeasured = false;
  const caller = callerOf(service.baseUrl, (call) => {
    if (isMeasured) answers.note(call);
  });
  const state = readStackState(join(options.dataDir, 'stack.json'));
  if (state === undefined) throw new Error(`the service has no state file in ${options.dataDir}`);
  const receiver = await startReceiver();
  await using _ = { [Symbol.asyncDispose]: () => receiver.stop() };
  const picture = Uint8Array.from(
    await sharp({ create: { width: 320, height: 240, channels: 3, background: '#c02020' } })
      .png()
      .toBuffer(),
  );
  const contextOf = (client: LoadClient) => ({ caller, client, random, picture });
  const clients = await makeClients(options, state.environment, async (client, index) => {
    await makeTimeline(contextOf(client));
    if (index % Math.round(1 / WEBHOOK_SHARE) !== 0) return;
    const body = { url: receiver.url, events: ['render.completed'] };
    client.webhook = (await caller.json<{ id: string }>(client, 'change', 'POST /webhooks', body)).id;
  });
  console.log(`${clients.length} clients are ready; load of the machine ${loadavg()[0]?.toFixed(1)}.`);

  isMeasured = true;
  const renders = renderLoad(caller, receiver, report);
  const samples: Sample[] = [];
  const began = performance.now();
  const watching = new AbortController();
  const course = watchCourse(service, options, { samples, answers, began, signal: watching.signal });
  await sendRequests(options, random, clients, {
    operation: (client) =>
      runOperation(contextOf(client)).catch((error: Error) => {
        if (!(error instanceof CallFailed)) answers.serverErrors += 1;
        report(error.message);
      }),
    render: (client) => renders.start(client),
  });
  watching.abort();
  await course;
  isMeasured = false;
  await renders.settle(SETTLE_MS);
  console.log(`${answers.total} requests; load of the machine at the end ${loadavg()[0]?.toFixed(1)}.`);
  const { reads: readMs, serverErrors, refusals } = answers;
  return { samples, readMs, serverErrors, refusals, ...renders.counts() };
}

/** Looks at the service again and again, and prints its course. */
async function watchCourse(
  { pid }: SpawnedService,
  { minutes, dataDir }: LoadOptions,
  seen: { samples: Sample[]; answers: Answers; began: number; signal: AbortSignal },
): Promise<void> {
  const everyLine = Math.max(1, Math.round((minutes * 60_000) / SAMPLE_MS / LINES));
  while (!seen.signal.aborted) {
    const sample = await observe(pid, dataDir, (performance.now() - seen.began) / 1000);
    seen.samples.push(sample);
    if (seen.samples.length % everyLine === 0) console.log(courseLine(seen.answers, sample));
    await wait(SAMPLE_MS, undefined, { signal: seen.signal }).catch(() => undefined);
  }
}

function summary(outcome: LoadOutcome, readP99Ms: number): string[] {
  const { samples, renders } = outcome;
  const growth = (name: string, value: (sample: Sample) => number, unit: number): string => {
    const { grown, mean } = growthOf(samples.map((sample) => ({ second: sample.second, value: value(sample) })));
    return `${name}: mean ${Math.round(mean / unit)}, growth ${Math.round(grown / unit)} over the second half`;
  };
  return [
    `reads: p50 ${quantile(sorted(outcome.readMs), 0.5).toFixed(1)} ms, p99 ${readP99Ms.toFixed(1)} ms (at most ${LOAD_BOUNDS.readP99Ms})`,
    `answers of 5xx: ${outcome.serverErrors}, refusals: ${outcome.refusals}`,
    `renders: ${renders.completed} of ${renders.asked} completed; without a webhook: ${outcome.webhooksMissing}`,
    growth('memory in MiB', ({ treeBytes }) => treeBytes, MIB),
    growth('handles', ({ handles }) => handles, 1),
    growth('disk in MiB', ({ diskBytes }) => diskBytes, MIB),
  ];
}

async function main(): Promise<void> {
  const values = parseOptionsOrExit(USAGE, OPTIONS);
  const minutes = Number(values.minutes ?? (values.soak ? SOAK_MINUTES : 10));
  for (const [name, value] of Object.entries({ minutes, clients: values.clients, rate: values.rate }))
    if (!(Number(value) > 0)) exitWithText({ text: `--${name} takes a number above 0, not ${value}.`, exitCode: 2 });
  const folder = await mkdtemp(join(tmpdir(), 'load-'));
  const options: LoadOptions = {
    minutes,
    clients: Number(values.clients),
    rate: Number(values.rate),
    renders: Number(values.renders),
    seed: Number(values.seed),
    dataDir: values.data ?? join(folder, 'data'),
  };
  const { clients, rate, renders } = options;
  console.log(
    `${clients} clients, ${rate} requests per second and ${renders} renders per minute for ${minutes} minutes, ${availableParallelism()} cores`,
  );
  try {
    const outcome = await withSpawnedService(options, (service) => runLoad(service, options));
    const readP99Ms = quantile(sorted(outcome.readMs), 0.99);
    const broken = brokenBounds(outcome, readP99Ms);
    console.log([...summary(outcome, readP99Ms), ...broken.map((sentence) => `BROKEN: ${sentence}`)].join('\n'));
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
