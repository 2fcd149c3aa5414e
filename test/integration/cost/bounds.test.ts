import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallTotals, totalsOf, writesByEntity } from '../../support/metering/metered-call.ts';
import { type MeteredService, startMeteredService } from '../../support/metering/metered-service.ts';
import { makeTimeline, meter, meterFilm, meterRequests } from '../../support/metering/metered-work.ts';
import type { Client } from '../../support/service/start-service.ts';

/**
 * What AWS would bill for the calls of some work, at most. Units are computed from the sizes of the items (test/support/metering);
 * renewals of leases do not count, for their number is how long the machine took.
 */
type Bound = Partial<CallTotals>;

const SLIDES = 60;

let service: MeteredService;
beforeAll(async () => {
  service = await startMeteredService();
});
afterAll(() => service?.stop());

/** Fails with the writes that there were: they say where the units went. */
function expectWithin(calls: Parameters<typeof totalsOf>[0], bound: Bound): void {
  const totals = totalsOf(calls);
  const over = Object.entries(bound).filter(([name, most]) => totals[name as keyof CallTotals] > most);
  expect(over, `${JSON.stringify(totals)}\n${writesByEntity(calls).join('\n')}`).toEqual([]);
  // A meter that saw nothing would hold every bound.
  expect(totals.writeUnits).toBeGreaterThan(0);
}

describe('ten minutes of film, sixty slides', () => {
  it.each([
    ['standing', {}, { writeUnits: 110, readUnits: 60, bucketWrites: 10, bucketReads: 64, queueRequests: 12 }],
    [
      'with a fade on every slide',
      { fade: true },
      { writeUnits: 250, readUnits: 60, bucketWrites: 20, queueRequests: 30 },
    ],
  ])('%s, narration there: few writes', async (_, look, bound: Bound) => {
    const { narration, render } = await meterFilm(service, SLIDES, look);
    expectWithin(render, bound);
    expectWithin(narration, { writeUnits: 2100, bucketWrites: 3 * SLIDES, queueRequests: 6 * SLIDES });
  });

  it('from its notes: the narration that the render makes included', async () => {
    const client = await service.account('max');
    const { id } = await makeTimeline(client, SLIDES);
    const render = await meter(service, () => client.ok('POST', '/renders', { timeline_id: id }));
    expectWithin(render, { writeUnits: 1150, readUnits: 700, bucketWrites: 100, queueRequests: 140 });
  });
});

describe('a request of each kind', () => {
  const TIMELINE = { title: 'Tides', slides: [{ title: 'a', speaker_notes: 'Hello.' }, { title: 'b' }] };
  const WEBHOOK = { url: 'http://127.0.0.1:9/hook', events: ['render.failed'] };
  interface Made {
    id: string;
    slides: { id: string }[];
  }
  /** What has to be there first, and the path and body of the request. */
  const at = async (client: Client, path: (made: Made) => string, body: object = {}) => {
    const made = await client.ok<Made>('POST', '/timelines', TIMELINE);
    return () => client.ok('POST', path(made), body);
  };

  it.each<[string, number, number, (client: Client) => Promise<() => Promise<unknown>>]>([
    ['POST /timelines', 14, 4, async (client) => () => client.ok('POST', '/timelines', TIMELINE)],
    ['POST …/slides', 12, 6, (client) => at(client, ({ id }) => `/timelines/${id}/slides`, { title: 'c' })],
    [
      'POST …/images',
      4,
      6,
      (client) =>
        at(client, ({ id, slides }) => `/timelines/${id}/slides/${slides[0]?.id}/images`, {
          content_type: 'image/png',
          size_bytes: 100,
        }),
    ],
    [
      'POST …/background-audio',
      4,
      6,
      (client) =>
        at(client, ({ id }) => `/timelines/${id}/background-audio`, { content_type: 'audio/mpeg', size_bytes: 100 }),
    ],
    ['POST /webhooks', 8, 6, async (client) => () => client.ok('POST', '/webhooks', WEBHOOK)],
  ])('%s: at most %d write and %d read units', async (_, writeUnits, readUnits, prepare) => {
    const client = await service.account('max');
    const ask = await prepare(client);
    // The first use of a key is noted once a minute.
    await client.ok('GET', '/me');
    expectWithin(await meterRequests(service, ask), { writeUnits, readUnits, queueRequests: 0 });
  });
});
