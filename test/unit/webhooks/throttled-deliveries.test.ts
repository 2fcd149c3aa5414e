import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryRef } from '#features/webhooks/delivery.ts';
import { redeliverToWebhook, toDeliveryAnswer } from '#features/webhooks/manage-deliveries.ts';
import { NoReceiverResponseError, type ReceiverResponse } from '#features/webhooks/ports.ts';
import { RECEIVER_SLOT_LEASE_SECONDS } from '#features/webhooks/receiver-throttle.ts';
import { testWebhook } from '#features/webhooks/test-webhook.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import { samplePrincipal } from '#test/support/samples/entities.ts';
import { createWorld, type Posted, type World } from '#test/support/webhooks/world.ts';

let world: World;

beforeEach(() => {
  world = createWorld(memoryWebhookStores());
});

/** A receiver that answers when it is asked to. */
function slowReceiver() {
  const open: PromiseWithResolvers<ReceiverResponse>[] = [];
  let most = 0;
  return {
    open,
    most: () => most,
    answer: async (): Promise<ReceiverResponse> => {
      const answer = Promise.withResolvers<ReceiverResponse>();
      open.push(answer);
      most = Math.max(most, open.length);
      return answer.promise.finally(() => open.splice(open.indexOf(answer), 1));
    },
    answerAll() {
      for (const answer of open) answer.resolve({ status: 200, excerpt: '' });
    },
    timeOutAll() {
      for (const answer of open)
        answer.reject(new NoReceiverResponseError('It did not answer in time.', { isTimeout: true }));
    },
  };
}

async function dispatched(webhook: Webhook, count: number): Promise<DeliveryRef[]> {
  for (let i = 0; i < count; i++) await world.dispatch(await world.failed(webhook.account_id));
  return world.sent.splice(0).map(({ ref }) => ref);
}

/** The messages that no worker has taken yet. */
const waiting = (): DeliveryRef[] => world.sent.splice(0).map(({ ref }) => ref);

/** Starts to deliver all at once, and waits until those that can be posted are. */
async function begin(refs: readonly DeliveryRef[], posts: number): Promise<Promise<void>[]> {
  const before = world.posted.length;
  const running = refs.map((ref) => world.deliver(ref));
  let ended = 0;
  for (const run of running)
    void Promise.allSettled([run]).then(() => {
      ended += 1;
    });
  while (world.posted.length - before < posts || ended < refs.length - posts)
    await new Promise((resolve) => setImmediate(resolve));
  return running;
}

describe('a receiver', () => {
  it('has at most five tries under way; the others are put off without counting an attempt', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const refs = await dispatched(webhook, 9);
    const running = await begin(refs, 5);
    expect(slow.open).toHaveLength(5);
    expect(world.sent.map(({ delay }) => delay)).toEqual([1, 1, 1, 1]);
    slow.answerAll();
    await Promise.all(running);
    expect((await world.of(webhook)).flatMap(({ tries }) => tries)).toHaveLength(5);

    world.answer = async () => ({ status: 200, excerpt: '' });
    await world.pass(2);
    expect((await world.of(webhook)).map(({ status }) => status)).toEqual(Array(9).fill('succeeded'));
    expect(world.posted).toHaveLength(9);
  });

  it('that timed out three times in a row gets one attempt at a time until it answers', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const refs = await dispatched(webhook, 8);
    const running = await begin(refs.slice(0, 5), 5);
    slow.timeOutAll();
    await Promise.all(running);

    world.sent.length = 0;
    const onTheirWay = refs.slice(5).map((ref) => ({ ...ref, slow: true }));
    const probe = await begin(onTheirWay, 1);
    expect(slow.open).toHaveLength(1);
    slow.timeOutAll();
    await Promise.all(probe);
    await begin(waiting(), 0);
    expect(slow.open).toHaveLength(0);
    world.hand.pass(15);
    const next = await begin(waiting(), 1);
    expect(slow.open).toHaveLength(1);
    slow.answerAll();
    await Promise.all(next);

    world.sent.length = 0;
    const later = await begin(await dispatched(webhook, 6), 5);
    expect(slow.open).toHaveLength(5);
    slow.answerAll();
    await Promise.all(later);
  });

  it('that hangs asks little of the workers: what waits for it is deferred until the next probe, and up to 15 s more', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const refs = await dispatched(webhook, 7);
    const first = await begin(refs.slice(0, 5), 5);
    slow.timeOutAll();
    await Promise.all(first);
    world.sent.length = 0;
    const probe = await begin(
      refs.slice(5).map((ref) => ({ ...ref, slow: true })),
      1,
    );
    // The probe may hold its place for 20 s.
    expect(world.sent.map(({ delay }) => delay)).toEqual([28]);
    slow.timeOutAll();
    await Promise.all(probe);

    // After its fifth second the one that was probed waits for the rest of the pause of 15 s.
    const [probed] = waiting().filter(
      ({ scheduled_for }) => Date.parse(scheduled_for) === world.hand.clock().getTime() + 5000,
    );
    world.hand.pass(5);
    await begin(probed ? [probed] : [], 0);
    expect(world.sent.map(({ delay }) => delay)).toEqual([18]);
    expect(slow.open).toHaveLength(0);
  });

  it('has one message under way for each delivery that waits, however many came for it', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const refs = await dispatched(webhook, 6);
    const running = await begin(refs.slice(0, 5), 5);
    for (let i = 0; i < 3; i++) await begin(refs.slice(5), 0);
    expect(world.sent).toHaveLength(1);
    world.hand.pass(1);
    const again = waiting();
    await begin([...again, ...again, ...refs.slice(5)], 0);
    expect(world.sent).toHaveLength(1);
    slow.answerAll();
    await Promise.all(running);
  });

  it('gives the next place to who has waited longest, not to who comes first', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const running = await begin(await dispatched(webhook, 5), 5);
    const oldest = await dispatched(webhook, 1);
    await begin(oldest, 0);
    expect(world.sent.map(({ delay }) => delay)).toEqual([1]);
    const [back] = waiting();
    world.hand.pass(1);
    const newcomers = await dispatched(webhook, 3);
    slow.open[0]?.resolve({ status: 200, excerpt: '' });
    await Promise.race(running);

    await begin(newcomers, 0);
    expect(slow.open).toHaveLength(4);
    const [next] = await begin(back ? [back] : [], 1);
    expect(slow.open).toHaveLength(5);
    slow.answerAll();
    await Promise.all([...running, next]);
    world.answer = async () => ({ status: 200, excerpt: '' });
    await world.pass(10);
    expect((await world.of(webhook)).map(({ status }) => status)).toEqual(Array(9).fill('succeeded'));
  });

  it('that is slow gets from the queue for slow ones whatever is sent again, until it answers quickly', async () => {
    const webhook = await world.webhook();
    const principal = samplePrincipal({ account_id: webhook.account_id });
    world.answer = async () => {
      world.hand.pass(4);
      return { status: 500, excerpt: '' };
    };
    await world.dispatch(await world.failed(webhook.account_id));
    const slowly = () => world.sent.splice(0).map(({ ref }) => ref.slow ?? false);
    for (const ref of waiting()) await world.deliver(ref);
    expect(slowly()).toEqual([true]);

    world.hand.pass(70);
    expect(await world.sweep()).toMatchObject({ deliveries: 1 });
    expect(slowly()).toEqual([true]);

    const [delivery] = await world.of(webhook);
    world.answer = async () => ({ status: 500, excerpt: '' });
    await redeliverToWebhook(world.desk(), principal, { id: webhook.id, did: delivery?.id ?? '' });
    const again = waiting();
    expect(again.map(({ slow }) => slow)).toEqual([true]);
    for (const ref of again) await world.deliver(ref);
    expect(slowly()).toEqual([false]);
  });

  it('gets the message of an attempt under way again when its slot has ended: its worker may have been killed', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const [ref] = await dispatched(webhook, 1);
    if (!ref) throw new Error('no message was sent');
    const [attempt] = await begin([ref], 1);
    await world.deliver(ref);
    expect(world.sent).toMatchObject([{ ref, delay: RECEIVER_SLOT_LEASE_SECONDS + 1 }]);
    expect(world.posted).toHaveLength(1);
    slow.answerAll();
    await attempt;
  });

  it('gets a slot back twenty seconds after its taker was killed', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const refs = await dispatched(webhook, 10);
    await begin(refs.slice(0, 5), 5);
    // They never end: their workers are gone.
    world.answer = async () => ({ status: 200, excerpt: '' });
    for (const ref of refs.slice(5)) await world.deliver(ref);
    expect(world.posted).toHaveLength(5);
    await world.pass(180);
    expect((await world.of(webhook)).map(({ status }) => status)).toEqual(Array(10).fill('succeeded'));
  });

  it('without a webhook shares its five places among all renders that name its host', async () => {
    const { account_id } = await world.webhook({ events: [] });
    const slow = slowReceiver();
    world.answer = slow.answer;
    const webhook_secret = `${account_id}:whsec_b3du`;
    for (let i = 0; i < 7; i++)
      await world.dispatch(
        await world.failed(account_id, { webhook_url: `https://own.example.com/${i}?${i}`, webhook_secret }),
      );
    const running = await begin(
      world.sent.splice(0).map(({ ref }) => ref),
      5,
    );
    expect(slow.open).toHaveLength(5);
    slow.answerAll();
    await Promise.all(running);
  });

  it('that hangs delays no other receiver of the same events', async () => {
    const hanging = await world.webhook();
    const healthy = await world.webhook({ account_id: hanging.account_id, url: 'https://healthy.example.com/' });
    const slow = slowReceiver();
    world.answer = async ({ url }: Posted) => (url === hanging.url ? slow.answer() : { status: 200, excerpt: '' });
    const refs = await dispatched(hanging, 8);
    const to = ({ id }: Webhook) => refs.filter(({ receiver }) => receiver.id === id);
    const running = await begin(to(hanging), 5);
    for (const ref of to(healthy)) await world.deliver(ref);
    expect((await world.of(healthy)).map(({ status }) => status)).toEqual(Array(8).fill('succeeded'));
    expect(slow.open).toHaveLength(5);
    slow.answerAll();
    await Promise.all(running);
  });
});

describe('a test of a receiver', () => {
  const test = (webhook: Webhook) =>
    testWebhook(
      { ...world.deps(), sampleData: async () => ({ id: 'rn_sample' }), webhooks: world.webhooks },
      samplePrincipal({ account_id: webhook.account_id }),
      webhook.id,
      'render.completed',
    );

  it('takes one of its five places, and is refused until the first of them is free again where there is none', async () => {
    const webhook = await world.webhook({ status: 'disabled' });
    const slow = slowReceiver();
    world.answer = slow.answer;
    const tests = Array.from({ length: 12 }, () => test(webhook));
    const settled = Promise.allSettled(tests);
    while (slow.open.length < 5) await new Promise((resolve) => setImmediate(resolve));
    await expect(test(webhook)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { headers: { 'retry-after': '20' } },
    });
    world.answer = async () => ({ status: 200, excerpt: '' });
    slow.answerAll();
    const ended = await settled;
    expect(slow.most()).toBe(5);
    expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(5);
    expect((await test(webhook)).noted.outcome).toBe('succeeded');
  });

  it('is listed as a test with the body that was posted, and without a render', async () => {
    const webhook = await world.webhook();
    const { delivery } = await test(webhook);
    const view = toDeliveryAnswer(delivery);
    expect(view).toMatchObject({ is_test: true, render_id: null });
    expect(JSON.parse(view.payload ?? '')).toMatchObject({ event: 'render.completed', event_id: view.event_id });
    const real = { ...delivery, body: undefined, render_id: 'rn_1' };
    expect(toDeliveryAnswer(real)).toMatchObject({ is_test: false, render_id: 'rn_1', payload: null });
  });

  it('disables a webhook that answers 410, as any delivery does', async () => {
    const webhook = await world.webhook();
    world.answer = async () => ({ status: 410, excerpt: '' });
    for (let again = 0; again < 2; again++) {
      expect((await test(webhook)).noted).toMatchObject({ outcome: 'failed', response_status: 410 });
      expect(await world.webhooks.find(webhook.account_id, webhook.id)).toMatchObject({
        status: 'disabled',
        disabled_reason: 'The receiver answered 410 Gone.',
      });
    }
  });

  it('counts as an attempt of it: one that hangs is spared tests too', async () => {
    const webhook = await world.webhook();
    world.answer = async () => {
      throw new NoReceiverResponseError('It did not answer in time.', { isTimeout: true });
    };
    for (let i = 0; i < 3; i++) expect((await test(webhook)).noted.outcome).toBe('failed');
    await expect(test(webhook)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { headers: { 'retry-after': '15' } },
    });
    world.hand.pass(15);
    world.answer = async () => ({ status: 200, excerpt: '' });
    expect((await test(webhook)).noted.outcome).toBe('succeeded');
    expect((await test(webhook)).noted.outcome).toBe('succeeded');
  });
});

describe('progress', () => {
  it('never comes after the end of its render, whatever is retried', async () => {
    const webhook = await world.webhook();
    const render = await world.render(webhook.account_id);
    world.answer = async ({ headers }) => ({
      status: headers['x-service-event'] === 'render.progress' ? 500 : 200,
      excerpt: '',
    });
    await world.dispatch(await world.progress(render, 10));
    await world.drain();
    const late = await world.progress(render, 20);
    await world.dispatch(await world.fail(render));
    await world.drain();
    await world.dispatch(late);
    await world.pass(60);
    expect(world.posted.map(({ headers }) => headers['x-service-event'])).toEqual(['render.progress', 'render.failed']);
    const dropped = (await world.of(webhook)).filter(({ event }) => event === 'render.progress');
    expect(dropped).toEqual(Array(2).fill(expect.objectContaining({ status: 'failed', dropped: expect.any(String) })));
  });

  it('never falls: what was overtaken by more is not sent', async () => {
    const webhook = await world.webhook();
    const render = await world.render(webhook.account_id);
    const events = [
      await world.progress(render, 10),
      await world.progress(render, 30),
      await world.progress(render, 50),
    ];
    for (const event of events.toReversed()) await world.dispatch(event);
    await world.drain();
    expect(world.posted.map(({ body }) => JSON.parse(body).data.progress)).toEqual([50]);
  });

  it('that is under way delays the end of its render until it is answered', async () => {
    const webhook = await world.webhook();
    const render = await world.render(webhook.account_id);
    const slow = slowReceiver();
    world.answer = async ({ headers }) =>
      headers['x-service-event'] === 'render.progress' ? slow.answer() : { status: 200, excerpt: '' };
    await world.dispatch(await world.progress(render, 10));
    const [running] = await begin(
      world.sent.splice(0).map(({ ref }) => ref),
      1,
    );
    await world.dispatch(await world.fail(render));
    await world.drain();
    expect(world.posted).toHaveLength(1);
    slow.answerAll();
    await running;
    await world.pass(2);
    expect(world.posted.map(({ headers }) => headers['x-service-event'])).toEqual(['render.progress', 'render.failed']);
  });

  it('is tried twice', async () => {
    const webhook = await world.webhook();
    world.answer = async () => ({ status: 500, excerpt: '' });
    await world.dispatch(await world.progress(await world.render(webhook.account_id), 10));
    await world.pass(3600);
    expect(world.posted).toHaveLength(2);
    expect((await world.of(webhook)).map(({ status }) => status)).toEqual(['failed']);
  });
});
