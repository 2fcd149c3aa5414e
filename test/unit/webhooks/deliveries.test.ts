import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '#features/webhooks/delivery.ts';
import { enableWebhook } from '#features/webhooks/manage-webhooks.ts';
import { NoReceiverResponseError } from '#features/webhooks/ports.ts';
import { prepareRenderReceiverSecret } from '#features/webhooks/render-receivers.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import { samplePrincipal } from '#test/support/samples/entities.ts';
import { createWorld, type World } from '#test/support/webhooks/world.ts';

let world: World;

beforeEach(() => {
  world = createWorld(memoryWebhookStores());
});

/** The one delivery of a webhook. */
async function only(webhook: Webhook): Promise<Delivery> {
  const [delivery, ...others] = await world.of(webhook);
  if (!delivery || others.length > 0) throw new Error(`${others.length + 1} deliveries`);
  return delivery;
}

describe('an event', () => {
  it('that the stream hands on twice makes one delivery, also when its messages are sent again', async () => {
    const webhook = await world.webhook();
    const event = await world.failed(webhook.account_id);
    await world.dispatch(event);
    await world.dispatch(event);
    expect(world.sent).toHaveLength(2);
    await world.drain();
    expect(world.posted).toHaveLength(1);
    await world.dispatch(event);
    expect(world.sent).toEqual([]);
    expect((await only(webhook)).tries).toHaveLength(1);
  });

  it("is signed with the webhook's secret, and at the render's own address with that one's", async () => {
    const { account_id, url } = await world.webhook();
    const own = 'https://own.example.com/';
    const secret = `${account_id}:whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    world.dataOf = async () => ({ title: 'Ünïcode 🎬' });
    const event = await world.failed(account_id, { webhook_url: own, webhook_secret: secret });
    await world.dispatch(event);
    await world.drain();
    expect(world.posted.map((post) => post.url).sort()).toEqual([url, own]);
    for (const { url: to, headers, body } of world.posted) {
      const t = String(Math.floor(world.hand.clock().getTime() / 1000));
      const key = Buffer.alloc(32, to === own ? 9 : 7);
      const v1 = createHmac('sha256', key).update(`${event.event_id}.${t}.${body}`).digest('base64');
      expect(headers['x-service-signature']).toBe(`t=${t},v1=${v1}`);
      expect(JSON.parse(body)).toEqual({
        event: 'render.failed',
        event_id: event.event_id,
        created_at: event.created_at,
        data: { title: 'Ünïcode 🎬' },
      });
    }
  });

  it.each(['disabled', 'removed'])(
    'of a render whose webhook stood in for its address and is %s by then goes to that address, signed as before',
    async (what) => {
      const webhook = await world.webhook();
      const { account_id, url, id } = webhook;
      const receiver = await prepareRenderReceiverSecret(
        {
          store: world.webhooks,
          secrets: world.deps().secrets,
          clock: world.hand.clock,
          random: (bytes) => Buffer.alloc(bytes, 3),
          resolve: async () => ['93.184.216.34'],
          allowLoopback: false,
        },
        account_id,
        url,
      );
      expect(receiver.secret).toBeUndefined();
      const render = await world.render(account_id, { webhook_url: url, webhook_secret: receiver.sealed });
      if (what === 'disabled') await world.webhooks.disable(account_id, id, 'The receiver answered 410 Gone.');
      else await world.dropWebhook(webhook);
      const event = await world.fail(render);
      await world.dispatch(event);
      await world.drain();

      expect(world.posted.map((post) => post.url)).toEqual([url]);
      const [{ headers, body } = { headers: {}, body: '' }] = world.posted;
      const t = String(Math.floor(world.hand.clock().getTime() / 1000));
      const v1 = createHmac('sha256', Buffer.alloc(32, 7)).update(`${event.event_id}.${t}.${body}`).digest('base64');
      expect(headers).toMatchObject({ 'x-service-signature': `t=${t},v1=${v1}` });
    },
  );

  it('that is not in the outbox is refused: there is nothing that it could belong to', async () => {
    const webhook = await world.webhook();
    const event = await world.failed(webhook.account_id);
    await world.dispatch({ ...event, event_id: `${event.event_id}x` });
    expect(world.sent).toEqual([]);
    expect(await world.of(webhook)).toEqual([]);
  });
});

describe('a delivery', () => {
  it('that is acknowledged is done with, and its webhook says so', async () => {
    const webhook = await world.webhook();
    await world.dispatch(await world.failed(webhook.account_id));
    await world.drain();
    const at = world.hand.clock().toISOString();
    expect(await only(webhook)).toMatchObject({
      status: 'succeeded',
      tries: [{ outcome: 'succeeded', response_status: 200, response_excerpt: 'ok', at }],
    });
    const { last_delivery } = (await world.webhooks.find(webhook.account_id, webhook.id)) ?? {};
    expect(last_delivery).toEqual({ status: 'succeeded', at });
  });

  it('whose receiver cannot be reached notes why, in words of ours', async () => {
    const webhook = await world.webhook();
    world.answer = async () => {
      throw new NoReceiverResponseError('The connection was refused.', {
        cause: new Error('connect ECONNREFUSED 10.1.2.3:80'),
      });
    };
    await world.dispatch(await world.failed(webhook.account_id));
    await world.drain();
    expect(JSON.stringify(await only(webhook))).not.toContain('10.1.2.3');
    expect((await only(webhook)).tries).toMatchObject([{ outcome: 'failed', fault: 'The connection was refused.' }]);
    expect(world.sent.map(({ delay }) => delay)).toEqual([5]);
  });

  it('to a receiver that is gone ends what else is on its way there', async () => {
    const webhook = await world.webhook();
    for (let i = 0; i < 2; i++) await world.dispatch(await world.failed(webhook.account_id));
    world.answer = async () => ({ status: 410, excerpt: '' });
    await world.drain();
    expect(world.posted).toHaveLength(1);
    const ended = await world.of(webhook);
    expect(ended.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(ended.filter(({ dropped }) => dropped === 'The webhook was disabled.')).toHaveLength(1);
  });

  it('whose message comes before its time waits for the rest of it', async () => {
    const webhook = await world.webhook();
    world.answer = async () => ({ status: 500, excerpt: '', retry_after_seconds: 9 });
    await world.dispatch(await world.failed(webhook.account_id));
    await world.drain();
    const [message] = world.sent.splice(0);
    expect(message?.delay).toBe(9);
    world.hand.pass(4);
    if (message) await world.deliver(message.ref);
    expect(world.posted).toHaveLength(1);
    expect(world.sent.map(({ delay }) => delay)).toEqual([5]);
  });

  it('of a webhook that was removed is dropped', async () => {
    const webhook = await world.webhook();
    await world.dispatch(await world.failed(webhook.account_id));
    await world.dropWebhook(webhook);
    await world.drain();
    expect(world.posted).toEqual([]);
    expect(await only(webhook)).toMatchObject({ status: 'failed', dropped: 'The webhook was removed.' });
    expect(await world.webhooks.find(webhook.account_id, webhook.id)).toBeUndefined();
  });
});

describe('the deliveries of a webhook', () => {
  it('are found by status on full pages, however many others there are', async () => {
    const webhook = await world.webhook();
    let made = 0;
    // Every tenth fails, and the last one of all.
    world.answer = async () => {
      made += 1;
      return { status: made % 10 === 1 || made === 32 ? 410 : 200, excerpt: '' };
    };
    for (let i = 0; i < 32; i++) {
      await world.dispatch(await world.failed(webhook.account_id));
      await world.drain();
      await enableWebhook(world.webhooks, samplePrincipal({ account_id: webhook.account_id }), webhook.id);
    }
    const pages = async (filter: object, limit: number) => {
      const sizes: number[] = [];
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const page = await world.deliveries.listDeliveries(webhook.account_id, webhook.id, filter, { limit, after });
        sizes.push(page.items.length);
        ids.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      return { sizes, ids };
    };
    const failed = await pages({ status: 'failed' }, 2);
    expect(failed.sizes).toEqual([2, 2, 1]);
    expect(failed.ids).toEqual([...new Set(failed.ids)].sort().toReversed());
    expect((await pages({ status: 'pending' }, 2)).sizes).toEqual([0]);
    expect((await pages({ status: 'succeeded', event: 'render.failed' }, 10)).sizes).toEqual([10, 10, 7]);
    expect((await pages({ status: 'failed', event: 'render.completed' }, 10)).sizes).toEqual([0]);
    expect((await pages({}, 16)).sizes).toEqual([16, 16]);
  });
});
