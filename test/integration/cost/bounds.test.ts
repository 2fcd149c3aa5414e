import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorInvitationDeps } from '#cli/operator.ts';
import { createInvitation } from '#features/accounts/manage-invitations.ts';
import { apiContracts } from '#front/api/contracts.ts';
import { isTried, isWhole } from '#test/support/depth.ts';
import { type CallTotals, type MeteredCall, totalsOf, writesByEntity } from '#test/support/metering/metered-call.ts';
import { type MeteredService, startMeteredService } from '#test/support/metering/metered-service.ts';
import { askForNarration, makeTimeline, meter, meterRequests } from '#test/support/metering/metered-work.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import type { Client } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';

/**
 * What AWS would bill for the calls of some work, at most. Units are computed from the sizes of the items (test/support/metering);
 * renewals of leases and progress do not count, for their number is how long the machine took.
 */
type Bound = Partial<CallTotals>;

const SLIDES = 60;
/** Slides whose narration is asked for one by one: each costs the same. */
const ASKED = isWhole ? 12 : 2;

let service: MeteredService;
beforeAll(async () => {
  service = await startMeteredService();
});
afterAll(() => service?.stop());

/** A message is hidden for longer as long as its work takes: how often is how long the machine took. */
const isHiding = (call: MeteredCall): boolean =>
  call.service === 'queue' && call.operation.startsWith('ChangeMessageVisibility');

/** Fails with the writes that there were: they say where the units went. */
function expectWithin(calls: readonly MeteredCall[], bound: Bound): void {
  const totals = totalsOf(calls.filter((call) => !isHiding(call)));
  const over = Object.entries(bound).filter(([name, most]) => totals[name as keyof CallTotals] > most);
  expect(over, `${JSON.stringify(totals)}\n${writesByEntity(calls).join('\n')}`).toEqual([]);
  // A meter that saw nothing would hold every bound.
  expect(totals.writeUnits).toBeGreaterThan(0);
}

// Units are the same for small pictures and short speech, which cost less of this machine. `npm run cost -- --measure` has long speech.
const SMALL = { resolution: '480p', brief: true } as const;

describe('ten minutes of video, sixty slides', () => {
  it.runIf(isWhole)('standing, from its notes, then again with that narration: few writes', async () => {
    const client = await service.account('max');
    const { id } = await makeTimeline(client, SLIDES, SMALL);
    const order = { timeline_id: id };
    const narrated = await meter(service, () => client.ok('POST', '/renders', order));
    // 75 are those of a silent render: narrating takes 300 at most (lib/decisions/0035).
    expectWithin(narrated, { writeUnits: 375, readUnits: 450, bucketWrites: 80, queueRequests: 110 });
    // Another size: no part of the first is used again, but its speech.
    await client.ok('PUT', `/timelines/${id}`, { resolution: '720p' });
    const standing = await meter(service, () => client.ok('POST', '/renders', order));
    expectWithin(standing, { writeUnits: 110, readUnits: 60, bucketWrites: 10, bucketReads: 64, queueRequests: 12 });
  });

  it.runIf(isWhole)('asks for the narration of each slide: as many writes for each', async () => {
    const client = await service.account('max');
    const timeline = await makeTimeline(client, ASKED, SMALL);
    const narration = await meter(service, () => askForNarration(client, timeline));
    expectWithin(narration, { writeUnits: 35 * ASKED, bucketWrites: 3 * ASKED, queueRequests: 6 * ASKED });
  });

  it.runIf(isWhole)('with a fade on every slide, silent: few writes', async () => {
    const client = await service.account('max');
    const { id } = await makeTimeline(client, SLIDES, { fade: true, ...SMALL });
    const order = { timeline_id: id, narration: 'none' };
    const render = await meter(service, () => client.ok('POST', '/renders', order));
    expectWithin(render, { writeUnits: 250, readUnits: 60, bucketWrites: 20, queueRequests: 30 });
  });
});

describe('a request of each kind', () => {
  const TIMELINE = {
    title: 'Tides',
    resolution: '480p',
    slides: [{ title: 'a', speaker_notes: 'Hello.' }, { title: 'b' }],
  };
  const TEMPLATE = { name: 'Ours', base: 'plain', colors: { accent: '#0A7D5A' } };
  const PICTURE = { content_type: 'image/png', size_bytes: 100 };
  const SOUND = { content_type: 'audio/mpeg', size_bytes: 100 };
  interface Made {
    id: string;
    slides: { id: string }[];
  }
  type Asked = [path: string, body?: object];
  const newTimeline = (client: Client) => client.ok<Made>('POST', '/timelines', TIMELINE);
  const newTemplate = (client: Client) => client.ok<{ id: string }>('POST', '/templates', TEMPLATE);
  const newWebhook = async (client: Client) => {
    const { url } = receiver;
    return client.ok<{ id: string }>('POST', '/webhooks', { url, events: ['render.completed'] });
  };
  const tools = (method: string, params: object): Asked => ['/mcp', { jsonrpc: '2.0', id: 1, method, params }];

  /** What the receiver answers. */
  let status = 200;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    status = 200;
    receiver = await startReceiver(() => status);
  });
  afterEach(() => receiver?.stop());

  /** Requests that leave nothing to do: units at most, and what is asked once the thing that it needs exists. */
  const BY_THEMSELVES: Record<
    string,
    [bound: [write: number, read: number, files?: Bound], (client: Client) => Promise<Asked>]
  > = {
    createTimeline: [[14, 4], async () => ['/timelines', TIMELINE]],
    previewSpeech: [
      [6, 4, { bucketWrites: 1, bucketReads: 1 }],
      async () => ['/speech/preview?audio=true', { text: 'It costs $5.' }],
    ],
    createSlide: [[12, 6], async (client) => [`/timelines/${(await newTimeline(client)).id}/slides`, { title: 'c' }]],
    uploadSlideImage: [
      [4, 6],
      async (client) => {
        const { id, slides } = await newTimeline(client);
        return [`/timelines/${id}/slides/${slides[0]?.id}/images`, PICTURE];
      },
    ],
    announceUpload: [[4, 6], async () => ['/uploads', PICTURE]],
    uploadBackgroundAudio: [
      [4, 6],
      async (client) => [`/timelines/${(await newTimeline(client)).id}/background-audio`, SOUND],
    ],
    importTimeline: [[8, 6], async () => ['/timelines/import', { content_type: 'application/pdf', size_bytes: 100 }]],
    createTemplate: [[8, 4, { bucketWrites: 3, bucketReads: 3 }], async () => ['/templates', TEMPLATE]],
    createTemplateFrom: [
      [18, 8, { bucketWrites: 7, bucketReads: 10 }],
      async (client) => {
        const logo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c02060' } })
          .png()
          .toBuffer();
        return ['/templates/from', { image: { upload_id: await uploadFile(client, '/uploads', 'image/png', logo) } }];
      },
    ],
    uploadTemplateLogo: [[4, 6], async (client) => [`/templates/${(await newTemplate(client)).id}/logo`, PICTURE]],
    uploadFont: [[4, 6], async () => ['/fonts', { content_type: 'font/ttf', size_bytes: 100 }]],
    createWebhook: [[8, 6], async () => ['/webhooks', { url: receiver.url, events: ['render.completed'] }]],
    rotateWebhookSecret: [[8, 6], async (client) => [`/webhooks/${(await newWebhook(client)).id}/rotate-secret`]],
    enableWebhook: [[4, 6], async (client) => [`/webhooks/${(await newWebhook(client)).id}/enable`]],
    testWebhook: [
      [8, 6],
      async (client) => [`/webhooks/${(await newWebhook(client)).id}/test`, { event: 'render.completed' }],
    ],
    createKey: [[12, 8], async () => ['/account/keys', { name: 'Reader', scope: 'read' }]],
    acceptInvitation: [
      [12, 6],
      async () => {
        const details = { plan: 'pro', name: 'Guest', email: 'guest@example.com' } as const;
        const { token } = await createInvitation(operatorInvitationDeps(service.stack.environment), details, 60);
        return ['/invitations/accept', { token }];
      },
    ],
    callTools: [[16, 6], async () => tools('tools/call', { name: 'create_timeline', arguments: TIMELINE })],
  };

  const some = Object.entries(BY_THEMSELVES).filter((_, at) => isTried(at, 5));
  it.each(some)('%s', async (_, [[writeUnits, readUnits, files = {}], prepare]) => {
    const client = await service.account('max');
    const [path, body] = await prepare(client);
    // The first use of a key is noted once a minute.
    await client.ok('GET', '/me');
    const calls = await meterRequests(service, () => client.ok('POST', path, body));
    expectWithin(calls, { writeUnits, readUnits, bucketWrites: 0, bucketReads: 0, queueRequests: 0, ...files });
  });

  const DELIVERY = { readUnits: 12, bucketWrites: 0, bucketReads: 0, queueRequests: 6 };

  /** Requests that ask for work. It is counted, too: what they write themselves is read by their workers. */
  const WITH_WORK: Record<string, [bound: Bound, (client: Client) => Promise<Asked>]> = {
    generateSlideAudio: [
      { writeUnits: 60, readUnits: 30, bucketWrites: 3, bucketReads: 2, queueRequests: 8 },
      async (client) => {
        const { id, slides } = await newTimeline(client);
        return [`/timelines/${id}/slides/${slides[0]?.id}/audio`, {}];
      },
    ],
    createRender: [
      { writeUnits: 110, readUnits: 60, bucketWrites: 10, bucketReads: 6, queueRequests: 12 },
      async (client) => ['/renders', { timeline_id: (await newTimeline(client)).id, narration: 'none' }],
    ],
    // Two rows of two slides, one of which they share. Each of the two videos has a file with its transcript.
    createBatch: [
      { writeUnits: 180, readUnits: 70, bucketWrites: 13, bucketReads: 8, queueRequests: 16 },
      async (client) => {
        const slides = [{ title: 'For {{name}}' }, { title: 'For all' }];
        const timeline = { ...TIMELINE, variables: { name: null }, slides };
        const { id: timeline_id } = await client.ok<Made>('POST', '/timelines', timeline);
        const rows = ['Ada', 'Grace'].map((name) => ({ variables: { name } }));
        return ['/batches', { timeline_id, narration: 'none', rows }];
      },
    ],
    redeliver: [
      { writeUnits: 21, ...DELIVERY },
      async (client) => {
        const { id } = await newWebhook(client);
        const { delivery } = await client.ok<{ delivery: { id: string } }>('POST', `/webhooks/${id}/test`, {
          event: 'render.completed',
        });
        return [`/webhooks/${id}/deliveries/${delivery.id}/redeliver`];
      },
    ],
    redeliverOfRender: [
      { writeUnits: 14, ...DELIVERY },
      async (client) => {
        const path = `/renders/${await rendered(client, { webhook_url: receiver.url })}/deliveries`;
        const { data } = await client.ok<{ data: { id: string }[] }>('GET', path);
        return [`${path}/${data[0]?.id}/redeliver`];
      },
    ],
    replayDeliveries: [
      { writeUnits: 14, ...DELIVERY },
      async (client) => {
        const { id } = await newWebhook(client);
        // Its delivery is refused for good, which disables the webhook.
        status = 410;
        await rendered(client);
        status = 200;
        await client.ok('POST', `/webhooks/${id}/enable`);
        return [`/webhooks/${id}/deliveries/replay`, { since: '2026-01-01T00:00:00Z' }];
      },
    ],
  };

  /** The id of a render that is done, and all of its events delivered. */
  async function rendered(client: Client, more: object = {}): Promise<string> {
    const { id: timeline_id } = await newTimeline(client);
    let id = '';
    await meter(service, async () => {
      const render = { timeline_id, narration: 'none', ...more };
      id = (await client.ok<{ id: string }>('POST', '/renders', render)).id;
    });
    return id;
  }

  /** They differ from `redeliver` by what they need before. */
  const LIKE_REDELIVER = ['redeliverOfRender', 'replayDeliveries'];
  const tried = Object.entries(WITH_WORK).filter(([name]) => isWhole || !LIKE_REDELIVER.includes(name));
  it.each(tried)('%s, with its work', async (_, [bound, prepare]) => {
    const client = await service.account('max');
    const [path, body] = await prepare(client);
    await client.ok('GET', '/me');
    const calls = await meter(service, () => client.ok('POST', path, body));
    expectWithin(calls, bound);
    expect(totalsOf(calls).queueRequests, 'nothing was asked for').toBeGreaterThan(0);
  });

  it('are all there', () => {
    const operations = apiContracts.filter(({ method }) => method === 'POST').map(({ operation }) => operation);
    expect([...Object.keys(BY_THEMSELVES), ...Object.keys(WITH_WORK)].sort()).toEqual(operations.sort());
  });
});
