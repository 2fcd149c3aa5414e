import { setTimeout as wait } from 'node:timers/promises';
import type { Schemas } from '#front/client/client.ts';
import type { Client, Service } from '../service/start-service.ts';
import { type Check, countBy } from './checks.ts';
import { seededRandom } from './seeded-random.ts';

export interface Load {
  requests: number;
  /** Requests that are under way at the same time. */
  atOnce: number;
  /** Renders that run meanwhile, each followed by another one. */
  renders: number;
  seed: number;
}

export interface LoadOutcome {
  figures: object;
  checks: Check[];
}

/** Each has its own account, below its 600 requests a minute unless an answer takes less than 0.1 s. */
const SLIDES = 5;
/** A video that takes a worker some seconds, other than those before it. */
const FILM_SLIDES = 12;
const LOOK_MS = 500;

/** Milliseconds within which this share of the requests was answered. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

interface Answered {
  operation: string;
  /** 0: the connection broke. */
  status: number;
  ms: number;
  text: string;
}

/** What the clients do, and how often of a hundred. */
const OPERATIONS: readonly {
  name: string;
  share: number;
  request: (own: Own, count: number) => [string, string, object?];
}[] = [
  { name: 'GET timeline', share: 30, request: ({ id }) => ['GET', `/timelines/${id}`] },
  { name: 'GET render', share: 15, request: ({ render }) => ['GET', `/renders/${render}`] },
  { name: 'GET timelines', share: 10, request: () => ['GET', '/timelines?limit=20'] },
  { name: 'GET renders', share: 5, request: () => ['GET', '/renders'] },
  {
    name: 'POST timeline',
    share: 10,
    request: (_, count) => ['POST', '/timelines', { title: `Load ${count}`, slides: slidesOf(count) }],
  },
  {
    name: 'PUT slide',
    share: 20,
    request: ({ id, slide }, count) => ['PUT', `/timelines/${id}/slides/${slide}`, { title: `Changed ${count}` }],
  },
  {
    name: 'PUT timeline',
    share: 5,
    request: ({ id }, count) => ['PUT', `/timelines/${id}`, { title: `Load ${count}` }],
  },
  { name: 'GET entitlements', share: 5, request: () => ['GET', '/entitlements'] },
];

interface Own {
  client: Client;
  id: string;
  slide: string;
  render: string;
}

const slidesOf = (count: number) =>
  Array.from({ length: SLIDES }, (_, slide) => ({
    title: `Slide ${slide} of ${count}`,
    bullet_points: ['One', 'Two'],
  }));

async function begin(service: Service, count: number): Promise<Own> {
  const client = await service.account('max');
  const timeline = await client.ok<Schemas['Timeline']>('POST', '/timelines', {
    title: `Load ${count}`,
    resolution: '480p',
    slides: slidesOf(count),
  });
  const { id: render } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id: timeline.id });
  await client.ok('DELETE', `/renders/${render}`);
  return { client, id: timeline.id, slide: timeline.slides[0]?.id ?? '', render };
}

/** Looks at the videos: how often they were running, and how many were completed. */
interface Films {
  looks: number;
  running: number;
  completed: number;
  wrong: string[];
}

/** Keeps one video being made, until it is over. */
async function keepFilming(client: Client, number: number, films: Films, isOver: () => boolean): Promise<void> {
  for (let film = 0; !isOver(); film++) {
    const { id: timeline_id } = await client.ok<{ id: string }>('POST', '/timelines', {
      title: `Film ${film} of ${number}`,
      resolution: '720p',
      transition: { type: 'zoom', duration_seconds: 1 },
      slides: Array.from({ length: FILM_SLIDES }, (_, slide) => ({
        title: `Slide ${slide} of film ${film} of ${number}`,
        duration_seconds: 3,
      })),
    });
    const { id } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id });
    for (;;) {
      const { status } = await client.ok<{ status: string }>('GET', `/renders/${id}`);
      films.looks += 1;
      if (status === 'processing' || status === 'rendering') films.running += 1;
      if (status === 'completed') films.completed += 1;
      if (status === 'failed' || status === 'canceled') films.wrong.push(`${id} is ${status}`);
      if (['completed', 'failed', 'canceled'].includes(status)) break;
      await wait(LOOK_MS);
    }
  }
}

/** Sends requests of many kinds, many at once, while videos are being made. */
export async function loadService(service: Service, { requests, atOnce, renders, seed }: Load): Promise<LoadOutcome> {
  const owners: Own[] = [];
  for (let count = 0; count < atOnce; count++) owners.push(await begin(service, count));
  let sent = 0;
  let isOver = false;
  const films: Films = { looks: 0, running: 0, completed: 0, wrong: [] };
  const filming = Promise.all(
    Array.from({ length: renders }, async (_, number) =>
      keepFilming(await service.account('max'), number, films, () => isOver),
    ),
  );
  filming.catch(() => undefined);
  // The requests start when the videos do.
  while (renders > 0 && films.running < renders) await Promise.race([wait(100), filming]);

  const answered: Answered[] = [];
  const begun = performance.now();
  await Promise.all(
    owners.map(async (own, number) => {
      const random = seededRandom(seed * 1009 + number);
      while (sent < requests) {
        const count = sent++;
        let left = random() * 100;
        const operation = OPERATIONS.find(({ share }) => {
          left -= share;
          return left < 0;
        });
        if (!operation) throw new Error('the shares of the operations do not add up to 100');
        const [method, path, body] = operation.request(own, count);
        const asked = performance.now();
        let status = 0;
        let text = '';
        try {
          const response = await fetch(`${service.stack.baseUrl}${path}`, {
            method,
            headers: { 'x-api-key': own.client.apiKey, ...(body ? { 'content-type': 'application/json' } : {}) },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
          text = await response.text();
          status = response.status;
        } catch (error) {
          text = String(error);
        }
        answered.push({ operation: operation.name, status, ms: performance.now() - asked, text });
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  await filming;

  const times = (of: readonly Answered[]) => {
    const sorted = of.map(({ ms }) => ms).sort((a, b) => a - b);
    const shown = (share: number) => Math.round(quantile(sorted, share));
    return { count: of.length, p50: shown(0.5), p95: shown(0.95), p99: shown(0.99), most: shown(1) };
  };
  const bad = answered.filter(({ status }) => status !== 200);
  const share = films.running / films.looks;
  return {
    figures: {
      ...{ requests, at_once: atOnce, renders_running: renders, seed },
      seconds: Math.round(seconds),
      requests_a_second: Math.round(answered.length / seconds),
      milliseconds: {
        all: times(answered),
        ...Object.fromEntries(
          OPERATIONS.map(({ name }) => [name, times(answered.filter(({ operation }) => operation === name))]),
        ),
      },
      films: { ...films, share_of_looks_running: share },
    },
    checks: [
      {
        what: 'requests that were answered',
        wanted: requests,
        seen: answered.filter(({ status }) => status > 0).length,
      },
      { what: 'answers of 5xx', wanted: 0, seen: bad.filter(({ status }) => status >= 500).length },
      {
        what: 'answers other than 200',
        wanted: '{}',
        seen: `${JSON.stringify(countBy(bad.map(({ status }) => status)))}${bad[0] ? ` ${bad[0].text.slice(0, 200)}` : ''}`,
        holds: bad.length === 0,
      },
      {
        what: 'operations that were used',
        wanted: OPERATIONS.length,
        seen: new Set(answered.map(({ operation }) => operation)).size,
      },
      { what: 'films that did not complete', wanted: 0, seen: films.wrong.length },
      {
        what: 'films that were completed',
        wanted: `>= ${renders}`,
        seen: films.completed,
        holds: films.completed >= renders,
      },
      // Between two videos there is a moment without.
      {
        what: 'share of looks at films that found them running',
        wanted: '> 0.5',
        seen: share.toFixed(2),
        holds: renders === 0 || share > 0.5,
      },
    ],
  };
}
