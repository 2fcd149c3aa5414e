import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { createRenderEvent, type RenderEvent } from '#features/renders/events.ts';
import { type Delivery, deliveryRef } from '#features/webhooks/delivery.ts';
import type { DeliveryOutcomeForThrottle } from '#features/webhooks/ports.ts';
import type { Receiver } from '#features/webhooks/receiver.ts';
import type { ReceiverSlot } from '#features/webhooks/receiver-throttle.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { createRemovalTombstone } from '#platform/erasure/tombstone.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryWebhookStores, type WebhookStores } from '#test/support/fakes/webhook-stores.ts';
import {
  NOTHING_RESERVED,
  START,
  sampleRender,
  sampleTask,
  sampleWebhook,
  secondsAfter,
} from '#test/support/samples/entities.ts';
import { tableWebhookStores } from '#test/support/webhooks/table-stores.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const slot = (delivery: Delivery, until = 20): ReceiverSlot => ({ delivery_id: delivery.id, until: at(until) });
const outcome = (over: Partial<DeliveryOutcomeForThrottle> = {}): DeliveryOutcomeForThrottle => ({
  outcome: 'failed',
  at: at(1),
  timedOut: false,
  slow: false,
  counts: true,
  probe_at: at(15),
  ...over,
});

describe.each([
  ['in memory', async () => memoryWebhookStores()],
  ['on the table', async () => tableWebhookStores(await database.another(), database.emulator.client)],
])('the stores of webhooks %s', (_, open) => {
  let stores: WebhookStores;
  let webhook: Webhook;
  beforeEach(async () => {
    stores = await open();
    webhook = await newWebhook();
  });

  async function newWebhook(over: Partial<Webhook> = {}): Promise<Webhook> {
    const made = sampleWebhook({ id: newId('webhook'), account_id: newId('account'), ...over });
    await stores.putWebhook(made);
    return made;
  }
  const findWebhook = () => stores.webhooks.find(webhook.account_id, webhook.id);

  const newDelivery = (over: Partial<Delivery> = {}): Delivery => ({
    id: newId('delivery', START),
    account_id: webhook.account_id,
    receiver: { kind: 'webhook', id: webhook.id, url: webhook.url },
    event: 'render.failed',
    event_id: newId('event', START),
    render_id: newId('render', START),
    status: 'pending',
    tries: [],
    next_try_at: at(0),
    sweep_at: at(60),
    created_at: at(0),
    ...over,
  });
  async function inserted(over: Partial<Delivery> = {}): Promise<Delivery> {
    const delivery = newDelivery(over);
    await stores.deliveries.insertDelivery(delivery);
    return delivery;
  }
  const find = ({ account_id, receiver, id }: Delivery) => stores.deliveries.findDelivery(account_id, receiver.id, id);
  const attempt = { at: at(0), outcome: 'failed', duration_ms: 5, response_status: 500 } as const;
  const retry = { attempt, status: 'pending', next_try_at: at(300), sweep_at: at(360) } as const;
  const conflict = (write: Promise<unknown>) => expect(write).rejects.toBeInstanceOf(WriteConflictError);

  it('give nothing to be delivered once the account was deleted', async () => {
    const delivery = await inserted();
    expect((await stores.deliveries.loadContext(deliveryRef(delivery))).delivery).toEqual(delivery);
    await stores.deleteAccount(webhook.account_id);
    expect((await stores.deliveries.loadContext(deliveryRef(delivery))).delivery).toBeUndefined();
  });

  describe('webhooks', () => {
    it('are found, listed newest first and removed', async () => {
      const { account_id } = webhook;
      const others = [await newWebhook({ account_id }), await newWebhook({ account_id })];
      const ids = [webhook, ...others].map(({ id }) => id).toReversed();
      expect(await findWebhook()).toEqual(webhook);
      expect((await stores.webhooks.all(account_id)).map(({ id }) => id)).toEqual(ids);
      const first = await stores.webhooks.list(account_id, { limit: 2, after: undefined });
      expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const second = await stores.webhooks.list(account_id, { limit: 2, after: first.next });
      expect([second.items.map(({ id }) => id), second.next]).toEqual([ids.slice(2), undefined]);
      await stores.dropWebhook(webhook);
      expect(await findWebhook()).toBeUndefined();
    });

    it('are disabled while they fail since that time, and enabled as if nothing had failed', async () => {
      const ref = deliveryRef(newDelivery());
      const taken = slot(newDelivery());
      const [throttle] = await stores.deliveries.throttles([ref]);
      if (!throttle) throw new Error('no throttle');
      await stores.deliveries.takeSlot(ref, throttle, 0, taken, START);
      await stores.deliveries.releaseSlot(ref, 0, taken, outcome({ timedOut: true }));
      const { account_id, id } = webhook;
      await stores.webhooks.disable(account_id, id, 'other', at(9));
      expect((await findWebhook())?.status).toBe('active');
      await stores.webhooks.disable(account_id, id, 'why', at(1));
      await stores.webhooks.disable(account_id, id, 'later');
      expect(await findWebhook()).toMatchObject({ status: 'disabled', disabled_reason: 'why', failing_tries: 1 });
      const { last_delivery, ...enabled } = await stores.webhooks.change(webhook, { status: 'active' });
      expect(enabled).toEqual({ ...webhook, version: 2 });
      expect(last_delivery).toEqual({ status: 'failed', at: at(1) });
      expect((await stores.deliveries.throttles([ref]))[0]?.timeouts).toBe(0);
      await conflict(stores.webhooks.change({ ...webhook, id: 'wh_none' }, { status: 'active' }));
    });

    it('get another secret instead of the one that was read', async () => {
      const previous = { sealed: webhook.secret, until: at(60) };
      await stores.webhooks.change(webhook, { secret: 'new', previous_secret: previous });
      expect(await findWebhook()).toMatchObject({ secret: 'new', previous_secret: previous });
      await conflict(stores.webhooks.change(webhook, { secret: 'newer', previous_secret: previous }));
    });

    it('get another address, and stay disabled with the reason why; a change that missed it is a conflict', async () => {
      await stores.webhooks.disable(webhook.account_id, webhook.id, 'why');
      const url = 'https://93.184.216.34/moved';
      const moved = await stores.webhooks.change(webhook, { url, description: undefined });
      expect(moved).toEqual({ ...webhook, url, status: 'disabled', disabled_reason: 'why', version: 2 });
      await conflict(stores.webhooks.change(webhook, { description: 'late' }));
      await conflict(
        stores.webhooks.remove(
          webhook,
          createRemovalTombstone(webhook.account_id, { kind: 'receiver', receiver_id: webhook.id }, START),
        ),
      );
      await stores.webhooks.change(moved, { status: 'active' });
      expect(await findWebhook()).toEqual({ ...webhook, url, version: 3 });
    });
  });

  describe('a delivery', () => {
    it('is inserted once, and found as it was inserted', async () => {
      const delivery = await inserted({ progress: 10, event: 'render.progress', tries_made: 3 });
      expect(await find(delivery)).toEqual(delivery);
      expect(await stores.deliveries.findDeliveries([deliveryRef(delivery), deliveryRef(newDelivery())])).toEqual([
        delivery,
      ]);
      await conflict(stores.deliveries.insertDelivery(delivery));
    });

    it('has each attempt recorded once', async () => {
      const delivery = await inserted({ redriven: 2, deferred_until: at(3) });
      await stores.deliveries.recordAttempt(delivery, retry);
      const after = await find(delivery);
      expect(after).toEqual({
        ...newDelivery(delivery),
        tries: [attempt],
        tries_made: 1,
        next_try_at: at(300),
        sweep_at: at(360),
        redriven: undefined,
        deferred_until: undefined,
      });
      await conflict(stores.deliveries.recordAttempt(delivery, retry));
      await conflict(stores.deliveries.dropDelivery(delivery, 'no'));
      if (after) await stores.deliveries.recordAttempt(after, { ...retry, status: 'succeeded' });
      expect(await find(delivery)).toMatchObject({ status: 'succeeded', tries_made: 2 });
      expect(await find(delivery)).not.toHaveProperty('sweep_at');
    });

    it('is dropped while it is pending', async () => {
      const delivery = await inserted({ redriven: 1 });
      await stores.deliveries.dropDelivery(delivery, 'why');
      expect(await find(delivery)).toMatchObject({ status: 'failed', dropped: 'why' });
      await conflict(stores.deliveries.dropDelivery(delivery, 'again'));
      await conflict(stores.deliveries.recordAttempt(delivery, retry));
    });

    it('is restarted as it was read; an attempt from before is then not recorded as it was planned', async () => {
      const failed = await inserted({ status: 'failed', tries: [attempt], tries_made: 1, dropped: 'why' });
      const times = { next_try_at: at(9), sweep_at: at(69) };
      await stores.deliveries.restartDelivery(failed, times);
      const restarted = await find(failed);
      expect(restarted).toMatchObject({ status: 'pending', ...times, tries_before: 1 });
      expect(restarted).not.toHaveProperty('dropped');
      await conflict(stores.deliveries.restartDelivery(failed, times));
      await conflict(stores.deliveries.recordAttempt({ ...failed, status: 'pending' }, retry));
    });

    it('is deferred from the time that it was read with', async () => {
      const delivery = await inserted({ redriven: 1 });
      const times = { deferred_until: at(5), sweep_at: at(65) };
      await stores.deliveries.deferDelivery(delivery, times);
      expect(await find(delivery)).toEqual({ ...delivery, ...times, redriven: undefined });
      await conflict(stores.deliveries.deferDelivery(delivery, times));
      await stores.deliveries.deferDelivery({ ...delivery, ...times }, { ...times, deferred_until: at(6) });
    });

    it('is due for the sweeper after its time, and taken by one of them', async () => {
      const [late, early] = [await inserted({ sweep_at: at(50) }), await inserted({ sweep_at: at(40) })];
      await inserted({ status: 'failed', sweep_at: undefined });
      const due = async (seconds: number) =>
        (await allDue(stores.deliveries.listDueDeliveries, at(seconds))).map(({ id }) => id).sort();
      expect(await due(40)).toEqual([]);
      expect(await due(41)).toEqual([early.id]);
      expect(await due(51)).toEqual([late.id, early.id].sort());
      await stores.deliveries.postponeSweep(early, at(90), 1);
      await conflict(stores.deliveries.postponeSweep(early, at(90), 1));
      await conflict(stores.deliveries.postponeSweep(newDelivery({ sweep_at: undefined }), at(90), 1));
      expect(await due(51)).toEqual([late.id]);
      expect(await find(early)).toMatchObject({ redriven: 1, sweep_at: at(90) });
    });

    it('is listed newest first by status and event, and replayed oldest first', async () => {
      const all = [
        await inserted(),
        await inserted({ status: 'failed' }),
        await inserted({ status: 'failed', event: 'render.progress' }),
        await inserted({ status: 'failed', body: '{}' }),
        await inserted({ status: 'succeeded' }),
        await inserted({ status: 'failed' }),
      ];
      const ids = all.map(({ id }) => id);
      const { account_id, id } = webhook;
      const list = async (filter: object) => {
        const found: string[] = [];
        let after: string | undefined;
        do {
          const page = await stores.deliveries.listDeliveries(account_id, id, filter, { limit: 2, after });
          found.push(...page.items.map((one) => one.id));
          after = page.next;
        } while (after !== undefined);
        return found;
      };
      expect(await list({})).toEqual(ids.toReversed());
      expect(await list({ status: 'failed' })).toEqual([ids[5], ids[3], ids[2], ids[1]]);
      expect(await list({ status: 'succeeded' })).toEqual([ids[4]]);
      expect(await list({ status: 'failed', event: 'render.progress' })).toEqual([ids[2]]);
      const replayed = (since: Date, after?: string) =>
        stores.deliveries.failedSince(account_id, id, since, { limit: 1, after });
      const first = await replayed(START);
      expect(first.items.map((one) => one.id)).toEqual([ids[1]]);
      expect((await replayed(START, first.next)).items.map((one) => one.id)).toEqual([ids[5]]);
      // Ids are monotonic: they may be later than the time that they were made for, but not as late as this.
      expect((await replayed(new Date('9999-01-01T00:00:00Z'))).items).toEqual([]);
    });
  });

  describe.each(['webhook', 'render'] as const)('the throttle of a %s', (kind) => {
    const receiver = (): Receiver =>
      kind === 'webhook'
        ? { kind, id: webhook.id, url: webhook.url }
        : { kind, id: newId('render'), url: 'https://own.example.com/', secret: 'sealed' };
    let delivery: Delivery;
    beforeEach(() => {
      delivery = newDelivery({ receiver: receiver() });
    });
    const ref = () => deliveryRef(delivery);
    const read = async () => {
      const [throttle] = await stores.deliveries.throttles([ref()]);
      if (!throttle) throw new Error('no throttle');
      return throttle;
    };
    const take = async (index: number, lease = slot(delivery), seconds = 0, evenDisabled?: boolean) =>
      stores.deliveries.takeSlot(ref(), await read(), index, lease, secondsAfter(seconds), evenDisabled);
    const release = (index: number, lease = slot(delivery), done?: DeliveryOutcomeForThrottle) =>
      stores.deliveries.releaseSlot(ref(), index, lease, done);

    it('gives a slot to one at a time, and again when its lease is over', async () => {
      expect(await read()).toEqual({ slots: Array(5).fill(undefined), slow: false, timeouts: 0 });
      await take(1);
      expect((await read()).slots).toEqual([undefined, slot(delivery), undefined, undefined, undefined]);
      await conflict(take(1, slot(newDelivery()), 19));
      const other = slot(newDelivery(), 40);
      await take(1, other, 20);
      // The lease of the first one is over: it releases nothing.
      await release(1, slot(delivery), outcome({ slow: true }));
      expect(await read()).toMatchObject({ slow: false, slots: [undefined, other, undefined, undefined, undefined] });
      await release(1, other);
      expect((await read()).slots).toEqual(Array(5).fill(undefined));
    });

    it('counts timeouts in a row, and gives one slot to a probe after the pause', async () => {
      for (let timeouts = 1; timeouts <= 3; timeouts++) {
        await take(0);
        await release(0, slot(delivery), outcome({ timedOut: true, slow: true }));
        expect(await read()).toMatchObject({ timeouts, slow: true, probe_at: at(15) });
      }
      await conflict(take(0, slot(delivery), 14));
      const seen = await read();
      await take(0, slot(delivery, 40), 15);
      await release(0, slot(delivery, 40), outcome({ outcome: 'succeeded' }));
      expect(await read()).toMatchObject({ timeouts: 0, slow: false });
      // Who saw it half-open looks again.
      await conflict(stores.deliveries.takeSlot(ref(), seen, 0, slot(delivery), secondsAfter(50)));
    });

    it('is guarded for the delivery that has waited longest, until that gets a slot', async () => {
      await take(0, slot(newDelivery()));
      const guard = { delivery_id: delivery.id, due: at(-10), until: at(5) };
      await stores.deliveries.setGuard(ref(), guard, START);
      expect((await read()).guard).toEqual(guard);
      const later = { delivery_id: 'dl_later', due: at(-5), until: at(6) };
      await conflict(stores.deliveries.setGuard(ref(), later, START));
      await stores.deliveries.setGuard(ref(), { ...guard, until: at(7) }, START);
      await stores.deliveries.setGuard(ref(), { ...later, due: at(-20) }, START);
      await stores.deliveries.setGuard(ref(), guard, secondsAfter(6));
      await take(1);
      expect(await read()).not.toHaveProperty('guard', expect.anything());
    });

    if (kind === 'webhook') {
      it('gives slots of an active webhook, of a disabled one only to tests, and none of a removed one', async () => {
        await stores.webhooks.disable(webhook.account_id, webhook.id, 'why');
        await conflict(take(0));
        await take(0, slot(delivery), 0, true);
        await stores.dropWebhook(webhook);
        expect(await release(0, slot(delivery), outcome())).toBeUndefined();
        await conflict(take(0, slot(delivery), 0, true));
        expect(await findWebhook()).toBeUndefined();
      });

      it('counts the failures of its webhook until a success', async () => {
        const done = async (over: Partial<DeliveryOutcomeForThrottle>) => {
          await take(0);
          return release(0, slot(delivery), outcome(over));
        };
        await done({});
        await done({ at: at(2), counts: false });
        expect(await done({ at: at(3) })).toEqual({
          ...webhook,
          failing_since: at(1),
          failing_tries: 2,
          last_delivery: { status: 'failed', at: at(3) },
        });
        const succeeded = { last_delivery: { status: 'succeeded', at: at(4) } };
        expect(await done({ outcome: 'succeeded', at: at(4) })).toEqual({ ...webhook, ...succeeded });
      });
    } else {
      it('cannot be guarded before it is used', async () => {
        const guard = { delivery_id: delivery.id, due: at(-10), until: at(5) };
        await conflict(stores.deliveries.setGuard(ref(), guard, START));
      });

      it('is shared by all renders of the account with that host', async () => {
        await take(0);
        const other = newDelivery({ receiver: { ...receiver(), url: 'https://own.example.com/other' } });
        expect((await stores.deliveries.throttles([deliveryRef(other)]))[0]?.slots[0]).toEqual(slot(delivery));
      });
    }
  });

  describe('an event of the outbox', () => {
    async function event(): Promise<RenderEvent> {
      const { account_id } = webhook;
      const render = sampleRender({ id: newId('render', START), account_id });
      await stores.renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
      const made = createRenderEvent('render.failed', { ...render, status: 'failed' }, at(0));
      const { deadline } = render;
      await stores.renders.fail(render, { code: 'encoder_failed', message: 'no' }, made, 0, { deadline });
      return made;
    }

    it('is dispatched once, with its deliveries and the body that they share', async () => {
      const one = await event();
      const delivery = newDelivery({ event_id: one.event_id, render_id: one.render.id });
      await stores.outbox.dispatch(one, 'the body', [delivery], at(1));
      expect(await stores.deliveries.loadContext(deliveryRef(delivery))).toMatchObject({
        delivery,
        webhook,
        body: 'the body',
        throttle: { timeouts: 0 },
      });
      await conflict(stores.outbox.dispatch(one, 'another', [newDelivery()], at(2)));
      await conflict(stores.outbox.dispatch({ ...one, event_id: 'evt_none' }, 'x', [], at(2)));
      expect(await allDue(stores.outbox.listDue, at(3600))).toEqual([]);
    });

    it('is due for the sweeper after a minute, taken by one of them, and can be given up', async () => {
      const one = await event();
      expect(await allDue(stores.outbox.listDue, at(60))).toEqual([]);
      const [entry] = await allDue(stores.outbox.listDue, at(61));
      if (!entry) throw new Error('not due');
      expect(entry).toMatchObject({
        account_id: one.account_id,
        event_id: one.event_id,
        created_at: at(0),
        redriven: 0,
      });
      expect(entry.event()).toEqual(JSON.parse(JSON.stringify(one)));
      await stores.outbox.noteRedriven(entry, at(120));
      await conflict(stores.outbox.noteRedriven(entry, at(120)));
      const [again] = await allDue(stores.outbox.listDue, at(121));
      expect(again).toMatchObject({ redriven: 1 });
      if (again) await stores.outbox.noteRedriven(again, undefined);
      expect(await allDue(stores.outbox.listDue, at(3600))).toEqual([]);
    });
  });
});
