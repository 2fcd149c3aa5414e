import type { RenderAnswer } from '#features/renders/view.ts';
import type { Client } from '#test/support/service/start-service.ts';
import { benchService, createTimeline, type PollTimes, type Timeline, untilEnd } from './bench-service.ts';
import { makeDeck } from './deck.ts';
import { quantile } from './quantile.ts';
import type { Bench } from './row.ts';

/** Stays below the rate limit of an account (600 a minute), warming up included: each kind has its own account. */
const REQUESTS = 250;
const WARM_UP = 25;
/** An account may create 120 renders a minute, and each is waited for: fewer of them. */
const RENDERS = 60;
const SLIDES = 10;
/** Seldom enough for the rate limit. */
const SETTLE: PollTimes = { working: 150, ending: 150 };

const headersOf = ({ apiKey }: Client) => ({ 'x-api-key': apiKey });

interface Kind {
  id: string;
  name: string;
  /** How many are measured; REQUESTS by default. */
  requests?: number;
  /** Sends one request. */
  request(base: string, client: Client, timeline: Timeline, count: number): Promise<Response>;
  /** Waits, outside of the measurement, until what the request started has ended. */
  settle?(client: Client, answer: string): Promise<void>;
}

const KINDS: readonly Kind[] = [
  {
    id: 'api-read',
    name: 'GET /timelines/:id',
    request: (base, client, { id }) => fetch(`${base}/timelines/${id}`, { headers: headersOf(client) }),
  },
  {
    id: 'api-create',
    name: `POST /timelines with ${SLIDES} slides`,
    request: (base, client, { slides }) => {
      const body = slides.map(({ title, bullet_points, speaker_notes }) => ({ title, bullet_points, speaker_notes }));
      const headers = { ...headersOf(client), 'content-type': 'application/json' };
      return fetch(`${base}/timelines`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: 'B', slides: body }),
      });
    },
  },
  {
    id: 'api-render',
    name: 'POST /renders, of a timeline that was rendered before',
    requests: RENDERS,
    request: (base, client, { id }) => {
      const headers = { ...headersOf(client), 'content-type': 'application/json' };
      return fetch(`${base}/renders`, { method: 'POST', headers, body: JSON.stringify({ timeline_id: id }) });
    },
    settle: async (client, answer) => {
      await untilEnd(client, (JSON.parse(answer) as Pick<RenderAnswer, 'id'>).id, SETTLE);
    },
  },
  {
    id: 'preview',
    name: 'GET …/preview, one slide after another',
    request: (base, client, { id, slides }, count) => {
      const slide = slides[count % slides.length];
      return fetch(`${base}/timelines/${id}/slides/${slide?.id}/preview`, { headers: headersOf(client) });
    },
  },
];

/** One request after another, as one client would send them, through gateway, handler and database of the local stack. */
export const apiLatency: Bench = {
  name: 'api',
  async *rows({ deck: { size, template }, quick }) {
    const deck = await makeDeck(SLIDES, size, [template(0)]);
    await using service = await benchService();
    for (const { id, name, request, settle, requests: full = REQUESTS } of KINDS) {
      const requests = quick ? full / 5 : full;
      const warmUp = Math.min(WARM_UP, Math.ceil(requests / 4));
      const client = await service.account('max');
      const timeline = await createTimeline(client, deck, { secondsPerSlide: 5, notes: () => 'Said beside it.' });
      const times: number[] = [];
      for (let count = -warmUp; count < requests; count++) {
        const began = performance.now();
        const response = await request(service.stack.baseUrl, client, timeline, count + warmUp);
        const answer = await response.arrayBuffer();
        if (count >= 0) times.push(performance.now() - began);
        if (response.status !== 200) throw new Error(`${name} was answered with ${response.status}`);
        await settle?.(client, Buffer.from(answer).toString());
      }
      times.sort((a, b) => a - b);
      const [p50Ms, p95Ms] = [quantile(times, 0.5), quantile(times, 0.95)];
      yield { id, name, p50Ms, p95Ms, note: `of ${requests} in a row` };
    }
  },
};
