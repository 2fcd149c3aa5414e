import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryRef } from '#features/webhooks/delivery.ts';
import { NoReceiverResponseError, type ReceiverResponse } from '#features/webhooks/ports.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import { createWorld, type World } from '#test/support/webhooks/world.ts';

let world: World;

beforeEach(() => {
  world = createWorld(memoryWebhookStores());
});

interface Held {
  until: number;
  answer: () => void;
}

/** Workers with so many places for each of the two queues, on the clock that is moved by hand. */
function workers(places: number) {
  const held: Held[] = [];
  const running = { fast: 0, slow: 0 };
  const now = () => world.hand.clock().getTime();
  const queueOf = (ref: DeliveryRef) => (ref.slow ? 'slow' : 'fast');

  /** Keeps a worker busy for a number of seconds. */
  const hold = async (seconds: number, answer: () => ReceiverResponse): Promise<ReceiverResponse> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push({ until: now() + seconds * 1000, answer: resolve });
    await promise;
    return answer();
  };

  /** Does what can be done now, until all that runs waits for a receiver. */
  async function settle(): Promise<void> {
    for (;;) {
      const index = world.sent.findIndex(({ ref, at }) => at <= now() && running[queueOf(ref)] < places);
      for (const { ref } of index < 0 ? [] : world.sent.splice(index, 1)) {
        const queue = queueOf(ref);
        running[queue] += 1;
        void world.deliver(ref).finally(() => {
          running[queue] -= 1;
        });
      }
      if (index < 0 && running.fast + running.slow === held.length) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Lets time pass: messages come and receivers answer when it is time. */
  async function pass(seconds: number): Promise<void> {
    const end = now() + seconds * 1000;
    for (;;) {
      await settle();
      const times = [...world.sent.map(({ at }) => at), ...held.map(({ until }) => until)];
      const next = Math.min(...times.filter((time) => time > now()));
      if (!(next <= end)) break;
      world.hand.pass((next - now()) / 1000);
      for (const { answer } of held.filter(({ until }) => until <= now())) answer();
      for (let i = held.length - 1; i >= 0; i--) if ((held[i]?.until ?? 0) <= now()) held.splice(i, 1);
    }
    world.hand.pass((end - now()) / 1000);
  }
  return { hold, pass, running };
}

describe('receivers that hang, or answer after 14 s,', () => {
  it('hold places of healthy ones until their first attempts have ended, and never again', async () => {
    const { hold, pass, running } = workers(6);
    const hanging = [await world.webhook({ url: 'https://hang-0.example.com/' })];
    const [{ account_id } = { account_id: '' }] = hanging;
    const another = (url: string): Promise<Webhook> => world.webhook({ account_id, url });
    hanging.push(await another('https://hang-1.example.com/'));
    const tarpit = await another('https://tarpit.example.com/');
    const healthy = [await another('https://well-0.example.com/'), await another('https://well-1.example.com/')];
    // The third one is not a webhook: it is unknown before a render names it.
    const own = { webhook_url: 'https://hang-2.example.com/?1', webhook_secret: `${account_id}:whsec_b3du` };
    world.answer = async ({ url }) => {
      if (url.includes('hang'))
        return hold(15, () => {
          throw new NoReceiverResponseError('It did not answer in time.', { isTimeout: true });
        });
      return url === tarpit.url ? hold(14, () => ({ status: 200, excerpt: '' })) : { status: 200, excerpt: '' };
    };
    const isHealthy = (url: string) => healthy.some((webhook) => webhook.url === url);

    // The first round: the places are taken by who comes first, and given back when the last of them is out of time.
    for (let i = 0; i < 6; i++) await world.dispatch(await world.failed(account_id, own));
    // What was on its way by then goes where slow receivers are seen to.
    await pass(16);
    expect(world.posted.filter(({ url }) => isHealthy(url))).toHaveLength(12);
    await pass(29);

    world.posted.length = 0;
    const made = new Map<string, number>();
    for (let i = 0; i < 12; i++) {
      const event = await world.failed(account_id, own);
      made.set(event.event_id, world.hand.clock().getTime());
      await world.dispatch(event);
      expect(world.sent.filter(({ ref }) => !ref.slow)).toHaveLength(healthy.length);
      await pass(5);
      expect(running.fast).toBe(0);
    }
    const delays = world.posted
      .filter(({ url }) => isHealthy(url))
      .map(({ at, headers }) => at - (made.get(headers['webhook-id'] ?? '') ?? 0));
    expect(delays).toEqual(Array(24).fill(0));
    // They are not forgotten meanwhile.
    expect(world.posted.filter(({ url }) => url === tarpit.url).length).toBeGreaterThan(6);
    expect(world.posted.filter(({ url }) => url.includes('hang')).length).toBeGreaterThan(0);
  });
});
