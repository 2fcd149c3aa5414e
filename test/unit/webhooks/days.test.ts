import { beforeEach, describe, expect, it } from 'vitest';
import { redeliverToWebhook, replayFailedDeliveries } from '#features/webhooks/manage-deliveries.ts';
import { enableWebhook } from '#features/webhooks/manage-webhooks.ts';
import { NoReceiverResponseError } from '#features/webhooks/ports.ts';
import { rotateWebhookSecret } from '#features/webhooks/rotate-secret.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import { samplePrincipal } from '#test/support/samples/entities.ts';
import { createWorld, type Posted, type World } from '#test/support/webhooks/world.ts';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

let world: World;

beforeEach(() => {
  world = createWorld(memoryWebhookStores());
});

const secondsBetween = (posts: readonly Posted[]): number[] =>
  posts.slice(1).map(({ at }, i) => (at - (posts[i]?.at ?? 0)) / 1000);

describe('a delivery that is not acknowledged', () => {
  it('is tried ten times over three days at the promised times, under one event id, and then failed', async () => {
    const webhook = await world.webhook();
    const event = await world.failed(webhook.account_id);
    world.answer = async () => ({ status: 503, excerpt: 'busy' });
    await world.dispatch(event);
    await world.pass(4 * DAY);

    expect(secondsBetween(world.posted)).toEqual(
      [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR].map((wait) =>
        expect.closeTo(wait, 0),
      ),
    );
    expect(new Set(world.posted.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.event_id]));
    expect(new Set(world.posted.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    const [delivery] = await world.of(webhook);
    expect(delivery).toMatchObject({ status: 'failed' });
    expect(delivery?.tries).toHaveLength(10);
    expect(world.sent).toEqual([]);
    expect(await world.nextSweep()).toBe(Number.POSITIVE_INFINITY);
  });

  it('honours Retry-After, also one that is longer than the queue can wait', async () => {
    const webhook = await world.webhook();
    world.answer = async () => ({ status: 429, excerpt: '', retry_after_seconds: 50 * MINUTE });
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(3 * HOUR);
    // At most twice the planned wait: 10 s, 10 min; within it: 50 min.
    expect(secondsBetween(world.posted).slice(0, 3)).toEqual(
      [10, 10 * MINUTE, 50 * MINUTE].map((wait) => expect.closeTo(wait, 0)),
    );
  });

  it('waits without a message where the wait is longer than the delay of the queue', async () => {
    const webhook = await world.webhook();
    world.answer = async () => ({ status: 500, excerpt: '' });
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(6 * MINUTE);
    expect(world.posted).toHaveLength(3);
    expect(world.sent).toEqual([]);
    await world.pass(31 * MINUTE);
    expect(world.posted).toHaveLength(4);
  });
});

describe('a webhook without any success', () => {
  const down = async () => {
    throw new NoReceiverResponseError('The connection was refused.');
  };

  it('is disabled after five days, not before; what was pending ends, and can be replayed when it is enabled', async () => {
    const webhook = await world.webhook();
    const principal = samplePrincipal({ account_id: webhook.account_id });
    const find = () => world.webhooks.find(webhook.account_id, webhook.id);
    world.answer = down;
    const since = world.hand.clock();
    for (let hours = 0; hours < 120; hours += 24) {
      expect((await find())?.status).toBe('active');
      await world.dispatch(await world.failed(webhook.account_id));
      await world.pass(DAY);
    }
    await world.pass(4 * DAY);
    expect(await find()).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringContaining('No delivery succeeded since'),
    });
    const disabled = world.posted.at(-1)?.at ?? 0;
    expect((disabled - since.getTime()) / 1000).toBeGreaterThanOrEqual(5 * DAY);
    expect((disabled - since.getTime()) / 1000).toBeLessThan(6 * DAY);

    const ended = await world.of(webhook);
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('failed'));
    expect(ended.some(({ dropped }) => dropped === 'The webhook was disabled.')).toBe(true);
    await world.dispatch(await world.failed(webhook.account_id));
    expect(await world.of(webhook)).toHaveLength(5);
    const deps = world.desk();
    await expect(replayFailedDeliveries(deps, principal, webhook.id, since)).rejects.toMatchObject({
      code: 'webhook_disabled',
    });

    expect(await enableWebhook(world.webhooks, principal, webhook.id)).toMatchObject({ status: 'active' });
    expect(await find()).not.toHaveProperty('disabled_reason');
    world.answer = async () => ({ status: 200, excerpt: '' });
    world.posted.length = 0;
    const [first, second] = await Promise.all([
      replayFailedDeliveries(deps, principal, webhook.id, since),
      replayFailedDeliveries(deps, principal, webhook.id, since),
    ]);
    expect(first.replayed + second.replayed).toBe(5);
    await world.pass(MINUTE);
    expect(world.posted).toHaveLength(5);
    expect((await world.of(webhook)).map(({ status }) => status)).toEqual(Array(5).fill('succeeded'));
    expect(await replayFailedDeliveries(deps, principal, webhook.id, since)).toMatchObject({
      replayed: 0,
      has_more: false,
    });
  });

  it('starts to count again with every success', async () => {
    const webhook = await world.webhook();
    for (let day = 0; day < 8; day++) {
      world.answer = day === 3 ? async () => ({ status: 204, excerpt: '' }) : down;
      await world.dispatch(await world.failed(webhook.account_id));
      await world.pass(DAY);
    }
    expect((await world.webhooks.find(webhook.account_id, webhook.id))?.status).toBe('active');
  });

  it('but with two blips and six days of silence between stays active', async () => {
    const webhook = await world.webhook();
    world.answer = down;
    await world.dispatch(await world.progress(await world.render(webhook.account_id), 10));
    await world.pass(6 * DAY);
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(MINUTE);
    expect(world.posted).toHaveLength(4);
    expect((await world.webhooks.find(webhook.account_id, webhook.id))?.status).toBe('active');
  });

  it('for five days is disabled by the tenth failure in a row, of which none was a progress', async () => {
    const failing_since = new Date(world.hand.clock().getTime() - 6 * DAY * 1000).toISOString();
    const webhook = await world.webhook({ failing_since, failing_tries: 5 });
    const find = () => world.webhooks.find(webhook.account_id, webhook.id);
    world.answer = down;
    const render = await world.render(webhook.account_id);
    for (const percent of [10, 20, 30, 40, 50]) {
      await world.dispatch(await world.progress(render, percent));
      await world.pass(MINUTE);
    }
    expect(world.posted).toHaveLength(10);
    expect(await find()).toMatchObject({ status: 'active', failing_tries: 5 });

    world.posted.length = 0;
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(HOUR);
    expect(world.posted).toHaveLength(4);
    expect((await find())?.status).toBe('active');
    await world.pass(DAY);
    expect(world.posted).toHaveLength(5);
    expect((await find())?.status).toBe('disabled');
  });

  it('that answers 410 is disabled at once', async () => {
    const webhook = await world.webhook();
    world.answer = async () => ({ status: 410, excerpt: '' });
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(MINUTE);
    expect(world.posted).toHaveLength(1);
    expect(await world.webhooks.find(webhook.account_id, webhook.id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'The receiver answered 410 Gone.',
    });
  });
});

describe('a delivery that is sent again by hand', () => {
  it('is tried as often and for as long as a new one; of all its attempts the last twenty are kept', async () => {
    const webhook = await world.webhook();
    const principal = samplePrincipal({ account_id: webhook.account_id });
    let answers = 0;
    world.answer = async () => {
      answers += 1;
      return { status: 500, excerpt: `answer ${answers}` };
    };
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(4 * DAY);
    const [delivery] = await world.of(webhook);
    for (const again of [1, 2]) {
      // As if nothing had failed: it is the schedule of the delivery that is looked at here.
      await enableWebhook(world.webhooks, principal, webhook.id);
      if (again === 1) await replayFailedDeliveries(world.desk(), principal, webhook.id, new Date(0));
      else await redeliverToWebhook(world.desk(), principal, { id: webhook.id, did: delivery?.id ?? '' });
      await world.pass(4 * DAY);
    }
    expect(world.posted).toHaveLength(30);
    const waits = secondsBetween(world.posted).map(Math.round);
    expect(waits.slice(10, 19)).toEqual(waits.slice(0, 9));
    expect(waits.slice(20, 29)).toEqual(waits.slice(0, 9));
    const [ended] = await world.of(webhook);
    expect(ended).toMatchObject({ status: 'failed', tries_made: 30 });
    expect(ended?.tries.map(({ response_excerpt }) => response_excerpt)).toEqual(
      Array.from({ length: 20 }, (_, i) => `answer ${11 + i}`),
    );
  });
});

describe('a delivery that is sent again while an attempt of it is under way', () => {
  /** Asks for it during the attempt of that number. */
  async function askedDuring(webhook: Webhook, asked: number, answered: (tries: number) => number) {
    const principal = samplePrincipal({ account_id: webhook.account_id });
    let tries = 0;
    world.answer = async () => {
      tries += 1;
      if (tries === asked) {
        await enableWebhook(world.webhooks, principal, webhook.id);
        const [delivery] = await world.of(webhook);
        await redeliverToWebhook(world.desk(), principal, { id: webhook.id, did: delivery?.id ?? '' });
        // A worker takes its message meanwhile, and finds the attempt under way.
        for (const { ref } of world.sent.splice(0)) await world.deliver(ref);
      }
      return { status: answered(tries), excerpt: '' };
    };
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(8 * DAY);
    return (await world.of(webhook))[0];
  }

  it.each([1, 5, 10])('has the whole schedule again, of which try %i is the first', async (asked) => {
    const delivery = await askedDuring(await world.webhook(), asked, () => 500);
    expect(world.posted).toHaveLength(asked - 1 + 10);
    const waits = secondsBetween(world.posted).map(Math.round);
    const whole = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    expect(waits.slice(asked - 1)).toEqual(whole.map((wait) => expect.closeTo(wait, -1)));
    expect(delivery).toMatchObject({ status: 'failed', tries_made: asked + 9 });
  });

  it('is acknowledged by that try', async () => {
    const delivery = await askedDuring(await world.webhook(), 3, (tries) => (tries === 3 ? 200 : 500));
    expect(world.posted).toHaveLength(3);
    expect(delivery).toMatchObject({ status: 'succeeded', tries_made: 3 });
  });
});

describe('replaying', () => {
  it('takes what failed of events since the time, and leaves what was made before', async () => {
    const webhook = await world.webhook();
    const principal = samplePrincipal({ account_id: webhook.account_id });
    world.answer = async () => ({ status: 500, excerpt: '' });
    const ids: string[] = [];
    const begin = world.hand.clock();
    for (let hours = 0; hours < 36; hours += 12) {
      const event = await world.failed(webhook.account_id);
      ids.push(event.event_id);
      await world.dispatch(event);
      await world.pass(12 * HOUR);
    }
    await world.pass(3 * DAY);
    world.answer = async () => ({ status: 200, excerpt: '' });
    const since = new Date(begin.getTime() + HOUR * 1000);
    expect(await replayFailedDeliveries(world.desk(), principal, webhook.id, since)).toMatchObject({
      replayed: 2,
      has_more: false,
    });
    await world.pass(MINUTE);
    const by = Object.fromEntries((await world.of(webhook)).map(({ event_id, status }) => [event_id, status]));
    expect(ids.map((id) => by[id])).toEqual(['failed', 'succeeded', 'succeeded']);
    // The earliest time that can be asked for is before any id.
    const ages = new Date('1315-02-14T12:19:09Z');
    expect(await replayFailedDeliveries(world.desk(), principal, webhook.id, ages)).toMatchObject({
      replayed: 1,
      has_more: false,
    });
  });
});

describe('a rotated secret', () => {
  it('signs next to the one before it for 24 hours, and then alone, also what was made before', async () => {
    const webhook = await world.webhook();
    const principal = samplePrincipal({ account_id: webhook.account_id });
    world.answer = async () => ({ status: 500, excerpt: '' });
    await world.dispatch(await world.failed(webhook.account_id));
    await world.pass(10 * MINUTE);
    const { secret } = await rotateWebhookSecret(
      {
        store: world.webhooks,
        secrets: world.deps().secrets,
        clock: world.hand.clock,
        random: (bytes) => Buffer.alloc(bytes, 3),
        resolve: async () => [],
        allowLoopback: false,
      },
      principal,
      webhook.id,
    );
    const rotated = world.hand.clock().getTime();
    await world.pass(4 * DAY);

    const signatures = world.posted.map(({ at, headers }) => ({
      age: (at - rotated) / 1000,
      count: headers['webhook-signature']?.split(' ').length,
    }));
    expect(signatures.filter(({ age }) => age < 0).map(({ count }) => count)).toEqual([1, 1, 1]);
    const both = signatures.filter(({ age }) => age >= 0 && age < DAY);
    expect(new Set(both.map(({ count }) => count))).toEqual(new Set([2]));
    const alone = signatures.filter(({ age }) => age >= DAY);
    expect(new Set(alone.map(({ count }) => count))).toEqual(new Set([1]));
    expect(both.length + alone.length + 3).toBe(10);
    expect(secret).toMatch(/^whsec_/);
  });
});
