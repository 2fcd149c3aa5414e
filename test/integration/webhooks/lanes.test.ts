import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryRef, type PostAnswer, PostFault } from '../../../lib/webhooks/ports.ts';
import type { Webhook } from '../../../lib/webhooks/webhook.ts';
import { type Database, startDatabase } from '../data/database.ts';
import { createWorld, type Posted, type World } from './world.ts';

let database: Database;
let world: World;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  world = createWorld(await database.another(), database.emulator.client);
});

/** A receiver that answers when it is told to. */
function slowReceiver() {
  const open: PromiseWithResolvers<PostAnswer>[] = [];
  let most = 0;
  return {
    open,
    most: () => most,
    answer: async (): Promise<PostAnswer> => {
      const answer = Promise.withResolvers<PostAnswer>();
      open.push(answer);
      most = Math.max(most, open.length);
      return answer.promise.finally(() => open.splice(open.indexOf(answer), 1));
    },
    answerAll() {
      for (const answer of open) answer.resolve({ status: 200, excerpt: '' });
    },
    timeOutAll() {
      for (const answer of open) answer.reject(new PostFault('It did not answer in time.', { isTimeout: true }));
    },
  };
}

async function dispatched(webhook: Webhook, count: number): Promise<DeliveryRef[]> {
  for (let i = 0; i < count; i++) await world.dispatch(await world.failed(webhook.account_id));
  return world.sent.splice(0).map(({ ref }) => ref);
}

/** Begins to deliver all at once, and waits until those that can be posted are. */
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
  it('has at most five tries under way; the others are put off without counting a try', async () => {
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

  it('that timed out three times in a row gets one try at a time until it answers', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const refs = await dispatched(webhook, 8);
    const running = await begin(refs.slice(0, 5), 5);
    slow.timeOutAll();
    await Promise.all(running);

    const probe = await begin(refs.slice(5), 1);
    expect(slow.open).toHaveLength(1);
    slow.timeOutAll();
    await Promise.all(probe);
    await begin(refs.slice(5), 0);
    expect(slow.open).toHaveLength(0);
    world.hand.pass(15);
    const next = await begin(refs.slice(5), 1);
    expect(slow.open).toHaveLength(1);
    slow.answerAll();
    await Promise.all(next);

    world.sent.length = 0;
    const later = await begin(await dispatched(webhook, 6), 5);
    expect(slow.open).toHaveLength(5);
    slow.answerAll();
    await Promise.all(later);
  });

  it('that hangs asks little of the workers: what waits for it comes ever more rarely, every half minute at last', async () => {
    const webhook = await world.webhook();
    const slow = slowReceiver();
    world.answer = slow.answer;
    const refs = await dispatched(webhook, 7);
    const first = await begin(refs.slice(0, 5), 5);
    slow.timeOutAll();
    await Promise.all(first);
    world.sent.length = 0;
    const [probed, waiting] = refs.slice(5);
    if (!probed || !waiting) throw new Error('too few messages');
    const delays: number[] = [];
    for (let i = 0; i < 8; i++) {
      const [probe] = await begin([probed], 1);
      await world.deliver(waiting);
      delays.push(world.sent.splice(0).at(-1)?.delay ?? 0);
      world.hand.pass(delays.at(-1) ?? 0);
      slow.open[0]?.reject(new Error('the worker was stopped'));
      await expect(probe).rejects.toThrow('stopped');
    }
    expect(delays).toEqual([1, 1, 2, 4, 8, 16, 30, 30]);
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

  it('without a webhook shares its five places among all renders that name its address', async () => {
    const { account_id } = await world.webhook({ events: [] });
    const slow = slowReceiver();
    world.answer = slow.answer;
    const own = { webhook_url: 'https://own.example.com/', webhook_secret: `${account_id}:whsec_b3du` };
    for (let i = 0; i < 7; i++) await world.dispatch(await world.failed(account_id, own));
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
    const to = ({ id }: Webhook) => refs.filter(({ receiver_id }) => receiver_id === id);
    const running = await begin(to(hanging), 5);
    for (const ref of to(healthy)) await world.deliver(ref);
    expect((await world.of(healthy)).map(({ status }) => status)).toEqual(Array(8).fill('succeeded'));
    expect(slow.open).toHaveLength(5);
    slow.answerAll();
    await Promise.all(running);
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

  it('that is under way holds back the end of its render until it is answered', async () => {
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
