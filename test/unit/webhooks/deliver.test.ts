import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '#features/webhooks/delivery.ts';
import {
  FAILED_ATTEMPTS_UNTIL_WEBHOOK_DISABLED,
  SECONDS_UNTIL_WEBHOOK_DISABLED,
  type Webhook,
} from '#features/webhooks/webhook.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import { secondsAfter } from '#test/support/samples/entities.ts';
import { createWorld, type World } from '#test/support/webhooks/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld(memoryWebhookStores());
});

/** A webhook whose attempts have failed, often enough, since some seconds ago. */
const failingFor = (seconds: number, over: Partial<Webhook> = {}): Promise<Webhook> =>
  world.webhook({
    failing_since: secondsAfter(-seconds, world.hand.clock()).toISOString(),
    failing_tries: FAILED_ATTEMPTS_UNTIL_WEBHOOK_DISABLED,
    ...over,
  });
const statusOf = async ({ account_id, id }: Webhook) => (await world.webhooks.find(account_id, id))?.status;
const oneOf = async (webhook: Webhook): Promise<Delivery> => {
  const [delivery] = await world.of(webhook);
  if (delivery === undefined) throw new Error('there is no delivery');
  return delivery;
};
/** Records a failure of the only delivery, as another worker does. @param wait seconds until the next attempt */
const recordFailure = async (webhook: Webhook, response_status: number, wait = 0): Promise<void> => {
  const at = world.hand.clock().toISOString();
  const attempt = { at, outcome: 'failed', response_status, duration_ms: 1, response_excerpt: '' } as const;
  const after = (seconds: number) => secondsAfter(seconds, world.hand.clock()).toISOString();
  const times = { next_try_at: after(wait), sweep_at: after(wait + 60) };
  await world.deliveries.recordAttempt(await oneOf(webhook), { attempt, status: 'pending', ...times });
};
const fails = async () => ({ status: 500, excerpt: 'no' });

describe('a webhook that has failed for five days', () => {
  it('stays active when this attempt succeeds', async () => {
    const webhook = await failingFor(2 * SECONDS_UNTIL_WEBHOOK_DISABLED);
    await world.dispatch(await world.failed(webhook.account_id));
    await world.drain();
    expect(world.posted).toHaveLength(1);
    expect(await statusOf(webhook)).toBe('active');
  });

  it.each([
    ['after exactly five days', SECONDS_UNTIL_WEBHOOK_DISABLED, 'disabled'],
    ['not a second before', SECONDS_UNTIL_WEBHOOK_DISABLED - 1, 'active'],
  ])('is disabled by a failure %s', async (_, seconds, status) => {
    const webhook = await failingFor(seconds);
    world.answer = fails;
    await world.dispatch(await world.failed(webhook.account_id));
    await world.drain();
    expect(await statusOf(webhook)).toBe(status);
  });

  it('stays active when the event that fails is a progress', async () => {
    const webhook = await failingFor(2 * SECONDS_UNTIL_WEBHOOK_DISABLED);
    world.answer = fails;
    await world.dispatch(await world.progress(await world.render(webhook.account_id), 50));
    await world.drain();
    expect(world.posted).toHaveLength(1);
    expect(await statusOf(webhook)).toBe('active');
  });
});

describe('an attempt', () => {
  it('is not recorded when another worker has recorded one meanwhile', async () => {
    const webhook = await world.webhook();
    const event = await world.failed(webhook.account_id);
    world.answer = async () => {
      await recordFailure(webhook, 503, 300);
      return fails();
    };
    await world.dispatch(event);
    await world.drain();
    expect(await oneOf(webhook)).toMatchObject({ tries: [{ response_status: 503 }], tries_made: 1 });
  });

  it('is not recorded when the delivery was dropped meanwhile', async () => {
    const webhook = await world.webhook();
    const event = await world.failed(webhook.account_id);
    world.answer = async () => {
      await world.deliveries.dropDelivery(await oneOf(webhook), 'No longer wanted.');
      return fails();
    };
    await world.dispatch(event);
    await world.drain();
    expect(await oneOf(webhook)).toMatchObject({ dropped: 'No longer wanted.', tries: [] });
    expect(world.sent).toEqual([]);
  });

  it('ends without a fault when its delivery is gone meanwhile', async () => {
    const webhook = await world.webhook();
    await world.dispatch(await world.failed(webhook.account_id));
    const [message] = world.sent.splice(0);
    if (message === undefined) throw new Error('there is no message');
    const gone = {
      recordAttempt: () => Promise.reject(new WriteConflictError('changed')),
      findDelivery: async () => undefined,
    };
    world.between = (deps) => ({ ...deps, deliveries: { ...deps.deliveries, ...gone } });
    await expect(world.deliver(message.ref)).resolves.toBeUndefined();
    expect(world.posted).toHaveLength(1);
  });

  it('that was the last sends no further message', async () => {
    const webhook = await world.webhook();
    world.answer = async () => ({ status: 410, excerpt: '' });
    await world.dispatch(await world.failed(webhook.account_id));
    await world.drain();
    expect(await oneOf(webhook)).toMatchObject({ status: 'failed' });
    expect(world.sent).toEqual([]);
  });

  it.each([
    ['sends a message for a wait that a queue can hold', 1, [300]],
    ['sends none for a longer one: the sweeper does', 2, []],
  ])('%s', async (_, earlier, delays) => {
    const webhook = await world.webhook();
    await world.dispatch(await world.failed(webhook.account_id));
    for (let count = 0; count < earlier; count += 1) await recordFailure(webhook, 500);
    world.answer = fails;
    await world.drain();
    expect(world.posted).toHaveLength(1);
    expect(world.sent.map(({ delay }) => delay)).toEqual(delays);
  });

  it('is made for a progress whose render is gone', async () => {
    const webhook = await world.webhook();
    world.between = (deps) => ({ ...deps, progressOf: async () => undefined });
    await world.dispatch(await world.progress(await world.render(webhook.account_id), 50));
    await world.drain();
    expect(world.posted).toHaveLength(1);
    expect(await oneOf(webhook)).toMatchObject({ status: 'succeeded' });
  });
});
