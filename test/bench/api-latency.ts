import { join } from 'node:path';
import { createServiceClient, type ServiceClient } from '../../lib/client/client.ts';
import { createDevelopmentAccount } from '../../localstack/cli/operator.ts';
import { type Stack, startStack } from '../../localstack/stack.ts';
import type { Measurement } from './row.ts';

/** Stays below the rate limit of the account (600 a minute), warming up included. */
const REQUESTS = 250;
const WARM_UP = 25;

const SLIDES = Array.from({ length: 10 }, (_, index) => ({
  title: `Slide ${index + 1}`,
  bullet_points: ['A point', 'Another point', 'And a third one'],
  speaker_notes: 'What is said beside it, in two sentences. This is the second.',
}));

type Request = (client: ServiceClient, timelineId: string) => Promise<{ response: Response }>;

const create: Request = (client) => client.POST('/timelines', { body: { title: 'Bench', slides: SLIDES } });
const read: Request = (client, id) => client.GET('/timelines/{id}', { params: { path: { id } } });

/** Milliseconds within which this share of the requests was answered. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

/** One request after another, as one client would send them, through gateway, handler and database of the local stack. */
function latency(name: string, request: Request): Measurement {
  let running: { stack: Stack; client: ServiceClient; timelineId: string } | undefined;
  return {
    name: `${name}, ${REQUESTS} in a row`,
    async prepare({ folder }) {
      const dataDir = join(folder, `api-${name.replace(/\W+/g, '-')}`);
      const stack = await startStack({ port: 0, edgePort: 0, dataDir, logLevel: 'error' });
      const details = { name: 'Bench', email: 'bench@example.com', plan: 'max' } as const;
      const { api_key: apiKey } = await createDevelopmentAccount(stack.environment, details);
      const client = createServiceClient({ baseUrl: stack.baseUrl, credentials: { apiKey } });
      const { data } = await client.POST('/timelines', { body: { title: 'Read', slides: SLIDES } });
      running = { stack, client, timelineId: data?.id ?? '' };
      for (let count = 0; count < WARM_UP; count++) await request(client, running.timelineId);
    },
    async release() {
      await running?.stack.stop();
    },
    async run() {
      if (!running) throw new Error('not prepared');
      const { client, timelineId } = running;
      const times: number[] = [];
      for (let count = 0; count < REQUESTS; count++) {
        const began = performance.now();
        const { response } = await request(client, timelineId);
        times.push(performance.now() - began);
        if (response.status !== 200) throw new Error(`${name} was answered with ${response.status}`);
      }
      times.sort((a, b) => a - b);
      const shown = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
      return { note: `p50 ${shown(0.5)}, p95 ${shown(0.95)}` };
    },
  };
}

export const readLatency = latency('GET /timelines/:id', read);
export const createLatency = latency('POST /timelines with 10 slides', create);
