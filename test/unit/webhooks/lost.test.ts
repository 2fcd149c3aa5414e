import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliverWebhookDeps } from '#features/webhooks/deliver.ts';
import type { WebhookSweepDeps } from '#features/webhooks/sweep-webhooks.ts';
import { newId } from '#kernel/shared/ids.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import { createWorld, type World } from '#test/support/webhooks/world.ts';

const MINUTE = 60;

let world: World;

beforeEach(() => {
  world = createWorld(memoryWebhookStores());
});

type Deps = DeliverWebhookDeps & WebhookSweepDeps;

/**
 * Kills the user of the deps right after their n-th act took effect: from then on nothing that this use does has any
 * effect, not even its clean-up.
 */
function killAfter(acts: number) {
  let left = acts;
  const isKilled = () => left <= 0;
  const between = (deps: Deps): Deps => {
    let dead = false;
    const guard = (act: (...given: unknown[]) => unknown) => {
      return async (...given: unknown[]) => {
        if (dead) throw new Error('killed');
        const done = await act(...given);
        left -= 1;
        if (left === 0) dead = true;
        if (dead) throw new Error('killed');
        return done;
      };
    };
    const guarded = (store: object) =>
      Object.fromEntries(Object.entries(store).map(([name, act]) => [name, guard(act)])) as never;
    return {
      ...deps,
      webhooks: guarded(deps.webhooks),
      deliveries: guarded(deps.deliveries),
      outbox: guarded(deps.outbox),
      queue: guarded(deps.queue),
      post: guard(deps.post as never) as never,
    };
  };
  return { between, isKilled };
}

describe('an event', () => {
  it('reaches all its receivers, whichever act of dispatcher, deliverer or sweeper is the last before a kill', async () => {
    let killed = true;
    let acts = 0;
    let again = 0;
    while (killed) {
      acts += 1;
      world = createWorld(memoryWebhookStores());
      const { between, isKilled } = killAfter(acts);
      world.between = between;
      const webhook = await world.webhook();
      const own = { webhook_url: 'https://own.example.com/', webhook_secret: `${webhook.account_id}:whsec_b3du` };
      const event = await world.failed(webhook.account_id, own);
      // Every receiver fails once.
      const failing = new Set<string>();
      world.answer = async ({ url }) => {
        const good = failing.has(url);
        failing.add(url);
        return { status: good ? 200 : 500, excerpt: '' };
      };
      // A dispatcher that is killed is not called again: the stream loses the event.
      await world.dispatch(event).catch(() => undefined);
      await world.pass(12 * MINUTE);

      const [delivery] = await world.of(webhook);
      expect(delivery?.status, `killed after act ${acts}`).toBe('succeeded');
      for (const url of [webhook.url, own.webhook_url]) {
        const posts = world.posted.filter((post) => post.url === url);
        expect(posts.length, `${url}, killed after act ${acts}`).toBeGreaterThanOrEqual(2);
        expect(new Set(posts.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.event_id]));
        again += posts.length - 2;
      }
      expect(await world.nextSweep()).toBe(Number.POSITIVE_INFINITY);
      expect(world.sent).toEqual([]);
      killed = isKilled();
    }
    // An attempt that was made but not noted is made again: one for each attempt.
    expect(acts).toBeGreaterThan(20);
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(8);
  });

  it('that the stream lost is dispatched by the sweeper, after a minute and not before', async () => {
    const webhook = await world.webhook();
    await world.failed(webhook.account_id);
    await world.pass(59);
    expect(await world.sweep()).toMatchObject({ events: 0 });
    await world.pass(MINUTE + 2);
    expect(world.posted).toHaveLength(1);
  });

  it('without a receiver is not looked at again', async () => {
    await world.failed(newId('account'));
    await world.pass(2 * MINUTE);
    expect(await world.nextSweep()).toBe(Number.POSITIVE_INFINITY);
  });

  it('is delivered once where several sweepers run at once', async () => {
    const webhook = await world.webhook();
    for (let i = 0; i < 5; i++) await world.failed(webhook.account_id);
    world.hand.pass(2 * MINUTE);
    await Promise.all(Array.from({ length: 4 }, () => world.sweep()));
    await world.pass(5 * MINUTE);
    expect(world.posted).toHaveLength(5);
  });
});

describe('a message that is lost', () => {
  it('is sent again: nothing waits for it for more than two minutes', async () => {
    const webhook = await world.webhook();
    const { queue } = world;
    world.queue = { send: async () => undefined, sendAll: async () => undefined };
    await world.dispatch(await world.failed(webhook.account_id));
    world.queue = queue;
    await world.pass(2 * MINUTE);
    expect(world.posted).toHaveLength(1);
  });

  it('that comes twice, also at once, makes one attempt', async () => {
    const webhook = await world.webhook();
    await world.dispatch(await world.failed(webhook.account_id));
    const [{ ref } = { ref: undefined }] = world.sent.splice(0);
    if (!ref) throw new Error('no message was sent');
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    world.answer = async () => {
      arrived.resolve();
      await answered.promise;
      return { status: 500, excerpt: '' };
    };
    const first = world.deliver(ref);
    await arrived.promise;
    await world.deliver(ref);
    answered.resolve();
    await first;
    await world.deliver(ref);
    expect(world.posted).toHaveLength(1);
    expect((await world.of(webhook))[0]?.tries).toHaveLength(1);
    world.answer = async () => ({ status: 200, excerpt: '' });
    await world.pass(30);
    expect(world.posted).toHaveLength(2);
    expect(world.sent).toEqual([]);
  });

  it('that comes back while the place of its killed worker is held continues as soon as that is over', async () => {
    const webhook = await world.webhook();
    await world.dispatch(await world.failed(webhook.account_id));
    const [{ ref } = { ref: undefined }] = world.sent.splice(0);
    if (!ref) throw new Error('no message was sent');
    const arrived = Promise.withResolvers<void>();
    world.answer = () => {
      arrived.resolve();
      return new Promise(() => undefined);
    };
    void world.deliver(ref);
    await arrived.promise;
    await world.deliver(ref);
    world.answer = async () => ({ status: 200, excerpt: '' });
    await world.pass(25);
    expect((await world.of(webhook))[0]).toMatchObject({ status: 'succeeded' });
    expect(world.posted).toHaveLength(2);
  });
});
