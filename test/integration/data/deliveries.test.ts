import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookRepository } from '../../../lib/aws/webhook-repository.ts';
import { newId } from '../../../lib/ids.ts';
import { renderEvent } from '../../../lib/renders/events.ts';
import { type DeliverTools, deliver } from '../../../lib/webhooks/deliver.ts';
import { dispatchEvent } from '../../../lib/webhooks/dispatch-event.ts';
import { type DeliveryRef, type PostAnswer, PostFault } from '../../../lib/webhooks/ports.ts';
import type { Webhook } from '../../../lib/webhooks/webhook.ts';
import { handClock, sampleRender, sampleWebhook } from '../../unit/core/samples.ts';
import { type Database, startDatabase } from './database.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OWN_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

let database: Database;
let hand: ReturnType<typeof handClock>;
let tools: DeliverTools;
let sent: { ref: DeliveryRef; delay: number | undefined }[];
let posted: { url: string; headers: Record<string, string>; body: string }[];
let answer: () => Promise<PostAnswer>;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  hand = handClock();
  sent = [];
  posted = [];
  answer = async () => ({ status: 200, excerpt: 'ok' });
  tools = {
    store: webhookRepository(database.table),
    queue: {
      async send(ref, delay) {
        sent.push({ ref, delay });
      },
    },
    secrets: {
      seal: async (secret) => secret,
      open: async (sealed, context) => {
        if (!sealed.startsWith(`${context}:`)) throw new Error('sealed for another account');
        return sealed.slice(context.length + 1);
      },
    },
    async post(url, headers, body) {
      posted.push({ url, headers, body });
      return answer();
    },
    clock: hand.clock,
    random: () => 0.5,
  };
});

async function dispatched(
  over: { webhook?: Partial<Webhook>; own?: string; times?: number; event?: 'render.progress' } = {},
) {
  const account_id = over.webhook?.account_id ?? newId('account');
  const secret = `${account_id}:${SECRET}`;
  const webhook = sampleWebhook({
    account_id,
    secret,
    events: ['render.completed', 'render.progress'],
    ...over.webhook,
  });
  const Item = { PK: `ACC#${account_id}`, SK: `WH#${webhook.id}`, entity: 'webhook', ...webhook };
  await database.table.put(Item);
  const render = sampleRender({
    account_id,
    status: 'completed',
    ...(over.own === undefined ? {} : { webhook_url: over.own, webhook_secret: `${account_id}:${OWN_SECRET}` }),
  });
  const event = renderEvent(over.event ?? 'render.completed', render, hand.clock().toISOString());
  const dispatchTools = { ...tools, dataOf: async () => ({ id: render.id, title: 'Ünïcode 🎬' }) };
  for (let i = 0; i < (over.times ?? 1); i++) await dispatchEvent(dispatchTools, event);
  const ref = sent[0]?.ref as DeliveryRef;
  return { webhook, render, event, ref };
}
const found = async (ref: DeliveryRef) => {
  const delivery = await tools.store.findDelivery(ref.account_id, ref.receiver_id, ref.delivery_id);
  if (!delivery) throw new Error('there is no delivery');
  return delivery;
};

describe('an event', () => {
  it('that the stream hands on twice makes one delivery', async () => {
    const { ref } = await dispatched({ times: 2 });
    expect(sent.map(({ ref: { delivery_id } }) => delivery_id)).toEqual([ref.delivery_id, ref.delivery_id]);
    for (const { ref: again } of [...sent]) await deliver(tools, again);
    expect(posted).toHaveLength(1);
    expect((await found(ref)).tries).toHaveLength(1);
  });

  it("is signed with the webhook's secret, and at the render's own address with that one's", async () => {
    const own = 'https://own.example.com/';
    const { event } = await dispatched({ own });
    for (const { ref } of [...sent]) await deliver(tools, ref);
    expect(posted.map(({ url }) => url).sort()).toEqual(['https://hooks.example.com/render', own]);
    for (const { url, headers, body } of posted) {
      const t = String(Math.floor(hand.clock().getTime() / 1000));
      const key = Buffer.alloc(32, url === own ? 9 : 7);
      const v1 = createHmac('sha256', key).update(`${event.event_id}.${t}.${body}`).digest('base64');
      expect(headers['x-service-signature']).toBe(`t=${t},v1=${v1}`);
      expect(JSON.parse(body)).toEqual({
        event: 'render.completed',
        event_id: event.event_id,
        created_at: event.created_at,
        data: expect.objectContaining({ title: 'Ünïcode 🎬' }),
      });
    }
  });
});

describe('a delivery', () => {
  it('that is acknowledged is done with, and its webhook says so', async () => {
    const { ref, webhook } = await dispatched();
    await deliver(tools, ref);
    expect(await found(ref)).toMatchObject({
      status: 'succeeded',
      tries: [{ outcome: 'succeeded', response_status: 200, response_excerpt: 'ok', at: hand.clock().toISOString() }],
    });
    expect((await tools.store.find(webhook.account_id, webhook.id))?.last_delivery).toEqual({
      status: 'succeeded',
      at: hand.clock().toISOString(),
    });
    await deliver(tools, ref);
    expect(posted).toHaveLength(1);
  });

  it('that fails is tried ten times over about three days, under one event id, and then given up', async () => {
    const { ref, event } = await dispatched();
    answer = async () => ({ status: 302, excerpt: '' });
    const waits: number[] = [];
    for (let turns = 0; turns < 1000 && (await found(ref)).status === 'pending'; turns++) {
      const before = posted.length;
      sent = [];
      await deliver(tools, ref);
      const next = sent[0]?.delay ?? 0;
      expect(next).toBeLessThanOrEqual(900);
      if (posted.length > before) waits.push(0);
      waits.push((waits.pop() ?? 0) + next);
      hand.pass(next);
    }
    expect(posted).toHaveLength(10);
    expect(new Set(posted.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.event_id]));
    expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 0]);
    expect((await found(ref)).status).toBe('failed');
    expect((await found(ref)).tries).toHaveLength(10);
  });

  it('whose receiver cannot be reached notes why, in words of ours', async () => {
    const { ref } = await dispatched();
    answer = async () => {
      throw new PostFault('The connection was refused.', { cause: new Error('connect ECONNREFUSED 10.1.2.3:80') });
    };
    await deliver(tools, ref);
    expect(JSON.stringify(await found(ref))).not.toContain('10.1.2.3');
    expect((await found(ref)).tries).toMatchObject([{ outcome: 'failed', fault: 'The connection was refused.' }]);
    expect(sent.at(-1)?.delay).toBe(5);
  });

  it('of progress is tried twice', async () => {
    const { ref } = await dispatched({ event: 'render.progress' });
    answer = async () => ({ status: 500, excerpt: '' });
    await deliver(tools, ref);
    hand.pass(5);
    await deliver(tools, ref);
    expect((await found(ref)).status).toBe('failed');
    expect(posted).toHaveLength(2);
  });

  it('that is answered 410 disables its webhook, and what else is on its way there is dropped', async () => {
    const { ref, webhook } = await dispatched();
    const later = await dispatched({
      webhook: { id: webhook.id, account_id: webhook.account_id },
    });
    answer = async () => ({ status: 410, excerpt: '' });
    await deliver(tools, ref);
    expect(await tools.store.find(webhook.account_id, webhook.id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'The receiver answered 410 Gone.',
    });
    expect((await found(ref)).status).toBe('failed');
    const [, second] = sent;
    await deliver(tools, second?.ref as DeliveryRef);
    expect(later.event.event_id).not.toBe(posted[0]?.headers['webhook-id']);
    expect(posted).toHaveLength(1);
  });

  it('that comes before its time waits for the rest of it', async () => {
    const { ref } = await dispatched();
    answer = async () => ({ status: 500, excerpt: '', retry_after_seconds: 9 });
    await deliver(tools, ref);
    expect(sent.at(-1)?.delay).toBe(9);
    hand.pass(4);
    await deliver(tools, ref);
    expect(posted).toHaveLength(1);
    expect(sent.at(-1)?.delay).toBe(5);
  });

  it('that two workers try at once notes one try and plans one more', async () => {
    const { ref } = await dispatched();
    sent = [];
    const both = Promise.withResolvers<void>();
    answer = async () => {
      if (posted.length === 2) both.resolve();
      await both.promise;
      return { status: 500, excerpt: '' };
    };
    await Promise.all([deliver(tools, ref), deliver(tools, ref)]);
    expect((await found(ref)).tries).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('of a webhook that was removed is dropped', async () => {
    const { ref, webhook } = await dispatched();
    await database.table.delete({ PK: `ACC#${webhook.account_id}`, SK: `WH#${webhook.id}` });
    await deliver(tools, ref);
    expect(posted).toEqual([]);
  });
});
