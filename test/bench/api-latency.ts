import type { Client } from '../support/service/start-service.ts';
import { benchService, createTimeline, type Timeline } from './bench-service.ts';
import { makeDeck } from './deck.ts';
import type { Bench } from './row.ts';

/** Stays below the rate limit of an account (600 a minute), warming up included: each kind has an account of its own. */
const REQUESTS = 250;
const WARM_UP = 25;
const SLIDES = 10;

const headersOf = ({ apiKey }: Client) => ({ 'x-api-key': apiKey });

/** Sends one request and reads its answer. */
type Request = (base: string, client: Client, timeline: Timeline, count: number) => Promise<Response>;

const KINDS: readonly { id: string; name: string; request: Request }[] = [
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
    id: 'preview',
    name: 'GET …/preview, one slide after another',
    request: (base, client, { id, slides }, count) => {
      const slide = slides[count % slides.length];
      return fetch(`${base}/timelines/${id}/slides/${slide?.id}/preview`, { headers: headersOf(client) });
    },
  },
];

/** Milliseconds within which this share of the requests was answered. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

/** One request after another, as one client would send them, through gateway, handler and database of the local stack. */
export const apiLatency: Bench = {
  name: 'api',
  async *rows({ deck: { size, template }, quick }) {
    const deck = await makeDeck(SLIDES, size, [template(0)]);
    const requests = quick ? REQUESTS / 5 : REQUESTS;
    await using service = await benchService();
    for (const { id, name, request } of KINDS) {
      const client = await service.account('max');
      const timeline = await createTimeline(client, deck, { secondsPerSlide: 5, notes: () => 'Said beside it.' });
      const times: number[] = [];
      for (let count = -WARM_UP; count < requests; count++) {
        const began = performance.now();
        const response = await request(service.stack.baseUrl, client, timeline, count + WARM_UP);
        await response.arrayBuffer();
        if (count >= 0) times.push(performance.now() - began);
        if (response.status !== 200) throw new Error(`${name} was answered with ${response.status}`);
      }
      times.sort((a, b) => a - b);
      const shown = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
      yield { id, name, note: `p50 ${shown(0.5)}, p95 ${shown(0.95)} of ${requests} in a row` };
    }
  },
};
