import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freshCopy } from './fresh-copy.ts';
import { bundlesKept } from './kept-bundles.ts';
import { medianNumber } from './medians.ts';
import { cpuOfTree } from './process-tree.ts';
import { quantile } from './quantile.ts';
import type { Bench, BenchContext, Row } from './row.ts';
import { type SpawnedService, withSpawnedService } from './spawned-service.ts';

/** Below the 600 requests a minute of an account: each row has its own. */
const READS = 400;
const WARM_UP = 60;
/** An account may create 120 renders a minute, and each is waited for. */
const RENDERS = 60;
const RENDER_WARM_UP = 10;
/** Jobs that are waited for as a client does: the looks count for the rate limit. */
const JOBS = 21;
const JOB_WARM_UP = 4;
const SLIDES = 10;
/** The same as between two looks of the other short jobs. */
const POLL_MS = 20;
/** Between two looks at what is not measured. */
const SETTLE_MS = 150;
const STARTS = 3;
/** A service that takes at most this much processor time between two looks stands still. */
const IDLE_CPU_SECONDS = 0.1;
const IDLE_LOOK_MS = 2000;
const MAX_IDLE_WAIT_MS = 180_000;

interface TimelineAnswer {
  id: string;
  slides: readonly { id: string }[];
}

/** A client of one account, without any code of ours between it and the gateway. */
interface DoorClient {
  get<Body>(path: string): Promise<Body>;
  send<Body>(method: 'POST' | 'PUT', path: string, body: object): Promise<Body>;
}

async function clientOf({ baseUrl, makeKey }: SpawnedService): Promise<DoorClient> {
  const headers = { 'x-api-key': await makeKey(), 'content-type': 'application/json' };
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  };
  return { get: (path) => call('GET', path), send: (method, path, body) => call(method, path, body) };
}

const timelineOf = (client: DoorClient, slides: number, title: string): Promise<TimelineAnswer> =>
  client.send('POST', '/timelines', {
    title: 'Door',
    language: 'en',
    slides: Array.from({ length: slides }, (_, index) => ({
      title: `${title} ${index + 1}`,
      bullet_points: ['The first point', 'A second one that is a little longer', 'The third'],
      duration_seconds: 1,
    })),
  });

/** Waits until a render is completed, as a client that polls. @throws Error when it ends in another way */
async function untilCompleted(client: DoorClient, id: string, pollMs = POLL_MS): Promise<void> {
  for (;;) {
    const { status } = await client.get<{ status: string }>(`/renders/${id}`);
    if (status === 'completed') return;
    if (status === 'failed' || status === 'canceled') throw new Error(`the render ended as ${status}`);
    await wait(pollMs);
  }
}

/** Does some work again and again, one after another. Processor time is that of the service only. */
async function distribution(
  { pid }: SpawnedService,
  { times, warmUp }: { times: number; warmUp: number },
  work: (count: number) => Promise<() => Promise<unknown>>,
): Promise<Pick<Row, 'p50Ms' | 'p99Ms' | 'cpuMs' | 'note'>> {
  const took: number[] = [];
  let cpuSeconds = 0;
  for (let count = -warmUp; count < times; count++) {
    const cpuBefore = cpuOfTree(pid);
    const began = performance.now();
    const settle = await work(count + warmUp);
    if (count >= 0) {
      took.push(performance.now() - began);
      cpuSeconds += cpuOfTree(pid) - cpuBefore;
    }
    await settle();
  }
  took.sort((a, b) => a - b);
  const cpuMs = cpuSeconds > 0 ? (cpuSeconds / times) * 1000 : undefined;
  return { p50Ms: quantile(took, 0.5), p99Ms: quantile(took, 0.99), cpuMs, note: `of ${times} in a row` };
}

const NOTHING = async (): Promise<void> => undefined;

async function* requestRows(service: SpawnedService, quick: boolean): AsyncGenerator<Row> {
  const client = await clientOf(service);
  const { id } = await timelineOf(client, SLIDES, 'Read');
  const reads = { times: quick ? 40 : READS, warmUp: quick ? 10 : WARM_UP };
  const read = async () => {
    await client.get(`/timelines/${id}`);
    return NOTHING;
  };
  yield { id: 'door-read', name: 'GET /timelines/:id', ...(await distribution(service, reads, read)) };

  const renders = { times: quick ? 10 : RENDERS, warmUp: RENDER_WARM_UP };
  const other = await clientOf(service);
  const rendered = await timelineOf(other, SLIDES, 'Render');
  const post = async () => {
    const render = await other.send<{ id: string }>('POST', '/renders', { timeline_id: rendered.id });
    return () => untilCompleted(other, render.id, SETTLE_MS);
  };
  yield { id: 'door-render', name: 'POST /renders', ...(await distribution(service, renders, post)) };
}

async function* jobRows(service: SpawnedService, quick: boolean): AsyncGenerator<Row> {
  const turns = { times: quick ? 5 : JOBS, warmUp: JOB_WARM_UP };
  const client = await clientOf(service);
  const toEnd = async (timeline: TimelineAnswer): Promise<typeof NOTHING> => {
    const { id } = await client.send<{ id: string }>('POST', '/renders', { timeline_id: timeline.id });
    await untilCompleted(client, id);
    return NOTHING;
  };
  const same = await timelineOf(client, SLIDES, 'Again');
  const again = await distribution(service, turns, () => toEnd(same));
  yield { id: 'door-again', name: 'the same render again, from POST to seen as completed', ...again };

  const other = await clientOf(service);
  const timelines: TimelineAnswer[] = [];
  for (let turn = 0; turn < turns.times + turns.warmUp; turn++)
    timelines.push(await timelineOf(other, 1, `Turn ${turn}`));
  const one = await distribution(service, turns, async (count) => {
    const timeline = timelines[count];
    if (timeline === undefined) throw new RangeError('there is no such timeline');
    const { id } = await other.send<{ id: string }>('POST', '/renders', { timeline_id: timeline.id });
    await untilCompleted(other, id);
    return NOTHING;
  });
  yield { id: 'door-slide', name: 'one slide, from POST to seen as completed', ...one };
}

/**
 * Waits until a service stands still: after `ready` it makes bundles and pages, and starts workers.
 * @throws Error when it still works after three minutes
 */
async function untilIdle(pid: number): Promise<void> {
  for (const end = Date.now() + MAX_IDLE_WAIT_MS; Date.now() < end; ) {
    const before = cpuOfTree(pid);
    await wait(IDLE_LOOK_MS);
    if (cpuOfTree(pid) - before <= IDLE_CPU_SECONDS) return;
  }
  throw new Error('the service is not idle after three minutes');
}

/** A start of a process until `ready`: its seconds, and the processor time of its tree until then. */
async function timedReady(dataDir: string, project?: string): Promise<{ seconds: number; cpuSeconds: number }> {
  return withSpawnedService({ dataDir, ...(project === undefined ? {} : { project }) }, async (service) => ({
    seconds: service.readySeconds,
    cpuSeconds: cpuOfTree(service.pid),
  }));
}

async function* startRows({ folder, quick }: BenchContext): AsyncGenerator<Row> {
  const data = await mkdtemp(join(folder, 'door-'));
  const copy = await freshCopy();
  try {
    const first = await timedReady(join(data, 'first'), copy.folder);
    yield { id: 'door-first', name: 'first ready of a fresh clone', ...first };
    // That start was ended as soon as it was ready, so this one does what is left of it.
    await withSpawnedService({ dataDir: join(data, 'first'), project: copy.folder }, () => bundlesKept(copy.folder));
    const later: { seconds: number; cpuSeconds: number }[] = [];
    for (let turn = 0; turn < (quick ? 1 : STARTS); turn++)
      later.push(await timedReady(join(data, 'first'), copy.folder));
    yield {
      id: 'door-later',
      name: 'later ready',
      seconds: medianNumber(later.map(({ seconds }) => seconds)),
      cpuSeconds: medianNumber(later.map(({ cpuSeconds }) => cpuSeconds)),
      note: `median of ${later.map(({ seconds }) => seconds.toFixed(2)).join(', ')} s`,
    };
  } finally {
    await copy.remove();
    await rm(data, { recursive: true, force: true });
  }
}

/** The waits of somebody who comes to the service: a start, a request, a small video. The service is a separate process, as `npm start`. */
export const doorBench: Bench = {
  name: 'door',
  async *rows(context) {
    const dataDir = join(await mkdtemp(join(context.folder, 'door-')), 'data');
    const rows = await withSpawnedService({ dataDir }, async (service) => {
      const measured: Row[] = [];
      await untilIdle(service.pid);
      for await (const row of requestRows(service, context.quick)) measured.push(row);
      for await (const row of jobRows(service, context.quick)) measured.push(row);
      return measured;
    });
    yield* rows;
    yield* startRows(context);
  },
};
