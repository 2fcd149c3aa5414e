import { encodeTime } from 'ulid';
import type { RenderEvent } from '#features/renders/events.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import { isTerminalRenderStatus, type Render } from '#features/renders/render.ts';
import {
  countOfDeliveryAttempts,
  type Delivery,
  type DeliveryRef,
  MAX_STORED_DELIVERY_ATTEMPTS,
} from '#features/webhooks/delivery.ts';
import type { DeliveryStore, OutboxStore, UndispatchedEvent, WebhookStore } from '#features/webhooks/ports.ts';
import {
  CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN,
  isReceiverHalfOpen,
  MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER,
  type ReceiverSlot,
  type ReceiverThrottle,
} from '#features/webhooks/receiver-throttle.ts';
import {
  doesWebhookChangeResetFailures,
  WEBHOOKS_PER_ACCOUNT,
  type Webhook,
  webhookAfterChange,
  webhookVersion,
} from '#features/webhooks/webhook.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { copyStored } from './copy.ts';
import { duePage, type Listed } from './due-page.ts';

/** The stores that events of renders go through on their way to receivers. */
export interface WebhookStores {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  outbox: OutboxStore;
  renders: Pick<RenderStore, 'insert' | 'find' | 'fail' | 'raiseProgress'>;
  /** Puts a webhook without counting it on an account. */
  putWebhook(webhook: Webhook): Promise<void>;
  /** Removes a webhook without counting it on an account. */
  dropWebhook(webhook: Webhook): Promise<void>;
  /** Puts the accounting record of a deleted account. */
  deleteAccount(accountId: string): Promise<void>;
  /** The time at which the sweeper has something to do next, in ms; infinity when there is nothing. */
  nextSweep(): Promise<number>;
}

interface StoredEvent {
  event: RenderEvent;
  body?: string | undefined;
  dispatched: boolean;
  /** Absent: it is not swept any more. */
  sweep_at?: string | undefined;
  redriven: number;
}

type StoredThrottle = Omit<ReceiverThrottle, 'slots'> & { slots: (ReceiverSlot | undefined)[] };

const DISPATCH_SECONDS = 60;

const conflict = (): never => {
  throw new WriteConflictError('A condition is no longer true');
};
const check = (condition: boolean): void => {
  if (!condition) conflict();
};
const unused = (): StoredThrottle => ({
  slots: Array.from({ length: MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER }, () => undefined),
  slow: false,
  timeouts: 0,
});
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** A copy without attributes that are undefined, as the table keeps it. */
const copy = copyStored;

/** All stores of webhooks in memory, with the conditions of the repositories. What is read shares nothing with them. */
export function memoryWebhookStores(): WebhookStores & {
  /** Adds an event to the outbox, as the change that it tells of does in its transaction. @throws WriteConflictError if it is there */
  addEvent(event: RenderEvent): void;
  /** What is stored, as it is now. */
  stored: {
    webhooks: ReadonlyMap<string, Webhook>;
    deliveries: ReadonlyMap<string, Delivery>;
    events: ReadonlyMap<string, Readonly<StoredEvent>>;
    throttles: ReadonlyMap<string, Readonly<StoredThrottle>>;
  };
} {
  const webhooks = new Map<string, Webhook>();
  const throttles = new Map<string, StoredThrottle>();
  const deliveries = new Map<string, Delivery>();
  const events = new Map<string, StoredEvent>();
  const renders = new Map<string, Render>();
  const deleted = new Set<string>();

  const nameOf = (...ids: string[]): string => ids.join(' ');
  const deliveryName = ({ account_id, receiver, id }: Delivery): string => nameOf(account_id, receiver.id, id);
  const refName = ({ account_id, receiver, delivery_id }: DeliveryRef): string =>
    nameOf(account_id, receiver.id, delivery_id);
  const eventName = ({ account_id, render, event_id }: RenderEvent): string => nameOf(account_id, render.id, event_id);
  const throttleName = ({ account_id, receiver }: DeliveryRef): string =>
    nameOf(account_id, receiver.kind === 'webhook' ? receiver.id : receiver.throttle);
  const webhookOf = ({ account_id, receiver }: DeliveryRef): Webhook | undefined =>
    receiver.kind === 'webhook' ? webhooks.get(nameOf(account_id, receiver.id)) : undefined;
  const ofAccount = (accountId: string): Webhook[] =>
    [...webhooks.values()].filter(({ account_id }) => account_id === accountId).sort((a, b) => byId(b, a));
  const ofReceiver = (accountId: string, receiverId: string): Delivery[] =>
    [...deliveries.values()].filter((one) => one.account_id === accountId && one.receiver.id === receiverId).sort(byId);
  const addEvent = (event: RenderEvent): void => {
    check(!events.has(eventName(event)));
    const sweep_at = formatUtcTimestamp(addSeconds(new Date(event.created_at), DISPATCH_SECONDS));
    events.set(eventName(event), { event: copy(event), dispatched: false, sweep_at, redriven: 0 });
  };

  /** The stored delivery if it is as it was read: pending, with no other attempt, and not restarted. */
  const unchanged = (seen: Delivery): Delivery => {
    const stored = deliveries.get(deliveryName(seen));
    if (stored?.status !== 'pending' || countOfDeliveryAttempts(stored) !== countOfDeliveryAttempts(seen))
      return conflict();
    check(stored.next_try_at === seen.next_try_at);
    return stored;
  };

  const webhookStore: WebhookStore = {
    async insert(webhook) {
      check(ofAccount(webhook.account_id).length < WEBHOOKS_PER_ACCOUNT);
      webhooks.set(nameOf(webhook.account_id, webhook.id), copy(webhook));
    },
    async find(accountId, webhookId) {
      const webhook = webhooks.get(nameOf(accountId, webhookId));
      return webhook && copy(webhook);
    },
    all: async (accountId) => copy(ofAccount(accountId)),
    async list(accountId, { limit, after }) {
      const rest = ofAccount(accountId).filter(({ id }) => after === undefined || id < after);
      return { items: copy(rest.slice(0, limit)), next: rest.length > limit ? rest[limit - 1]?.id : undefined };
    },
    async remove(seen) {
      const name = nameOf(seen.account_id, seen.id);
      check(webhookVersion(webhooks.get(name) ?? conflict()) === webhookVersion(seen));
      throttles.delete(name);
      webhooks.delete(name);
    },
    async disable(accountId, webhookId, reason, failingSince) {
      const webhook = webhooks.get(nameOf(accountId, webhookId));
      if (webhook?.status !== 'active') return;
      if (failingSince !== undefined && webhook.failing_since !== failingSince) return;
      webhooks.set(nameOf(accountId, webhookId), { ...webhook, status: 'disabled', disabled_reason: reason });
    },
    async change(seen, change) {
      const name = nameOf(seen.account_id, seen.id);
      const before = webhooks.get(name) ?? conflict();
      check(webhookVersion(before) === webhookVersion(seen));
      const webhook = copy(webhookAfterChange(before, change));
      webhooks.set(name, webhook);
      const throttle = throttles.get(name);
      if (throttle && doesWebhookChangeResetFailures(change)) throttle.timeouts = 0;
      return copy(webhook);
    },
  };

  const deliveryStore: DeliveryStore = {
    async insertDelivery(delivery) {
      check(!deliveries.has(deliveryName(delivery)));
      deliveries.set(deliveryName(delivery), copy(delivery));
    },
    async findDelivery(accountId, receiverId, deliveryId) {
      const delivery = deliveries.get(nameOf(accountId, receiverId, deliveryId));
      return delivery && copy(delivery);
    },
    findDeliveries: async (refs) => copy(refs.flatMap((ref) => deliveries.get(refName(ref)) ?? [])),
    async listDeliveries(accountId, receiverId, { status, event }, { limit, after }) {
      const found = ofReceiver(accountId, receiverId)
        .reverse()
        .filter((one) => status === undefined || one.status === status)
        .filter((one) => event === undefined || one.event === event)
        .filter(({ id }) => after === undefined || id < after);
      return { items: copy(found.slice(0, limit)), next: found.length > limit ? found[limit - 1]?.id : undefined };
    },
    async failedSince(accountId, receiverId, since, { limit, after }) {
      const first = `dl_${encodeTime(Math.max(0, since.getTime()))}`;
      const found = ofReceiver(accountId, receiverId)
        .filter(({ status, event, body }) => status === 'failed' && event !== 'render.progress' && body === undefined)
        .filter(({ id }) => id >= first && (after === undefined || id > after));
      return { items: copy(found.slice(0, limit)), next: found.length > limit ? found[limit - 1]?.id : undefined };
    },
    async restartDelivery(seen, times) {
      const stored = deliveries.get(deliveryName(seen)) ?? conflict();
      check(stored.status === seen.status && countOfDeliveryAttempts(stored) === countOfDeliveryAttempts(seen));
      const { dropped: _, redriven: __, deferred_until: ___, ...kept } = stored;
      const restarted = { ...kept, ...times, status: 'pending', tries_before: countOfDeliveryAttempts(seen) } as const;
      deliveries.set(deliveryName(seen), restarted);
    },
    async recordAttempt(seen, { attempt, status, next_try_at, sweep_at }) {
      const { redriven: _, deferred_until: __, sweep_at: ___, ...kept } = unchanged(seen);
      deliveries.set(
        deliveryName(seen),
        copy({
          ...kept,
          tries: [...seen.tries, attempt].slice(-MAX_STORED_DELIVERY_ATTEMPTS),
          tries_made: countOfDeliveryAttempts(seen) + 1,
          status,
          next_try_at,
          sweep_at: status === 'pending' ? sweep_at : undefined,
        }),
      );
    },
    async dropDelivery(seen, reason) {
      const { sweep_at: _, redriven: __, deferred_until: ___, ...kept } = unchanged(seen);
      deliveries.set(deliveryName(seen), { ...kept, status: 'failed', dropped: reason });
    },
    async listDueDeliveries(request) {
      const listed = [...deliveries.values()].flatMap((entry): Listed<Delivery>[] =>
        entry.sweep_at === undefined ? [] : [{ listed_as: `${entry.sweep_at}#${entry.id}`, entry }],
      );
      return duePage(listed, request);
    },
    async postponeSweep(seen, next, redriven) {
      const name = deliveryName(seen);
      const stored = deliveries.get(name);
      if (stored?.status !== 'pending' || seen.sweep_at === undefined) return conflict();
      check(stored.sweep_at === seen.sweep_at);
      deliveries.set(name, { ...stored, sweep_at: next, redriven });
    },
    async deferDelivery(seen, times) {
      const name = deliveryName(seen);
      const { redriven: _, ...kept } = deliveries.get(name) ?? conflict();
      check(kept.status === 'pending' && kept.next_try_at === seen.next_try_at);
      check(kept.deferred_until === seen.deferred_until);
      deliveries.set(name, { ...kept, ...times });
    },

    async loadContext(ref) {
      const delivery = deleted.has(ref.account_id) ? undefined : deliveries.get(refName(ref));
      const webhook = webhookOf(ref);
      const { account_id, render_id, event_id } = ref;
      return {
        delivery: delivery && copy(delivery),
        webhook: webhook && copy(webhook),
        throttle: copyStored(throttles.get(throttleName(ref)) ?? unused()),
        body: delivery?.body ?? events.get(nameOf(account_id, render_id, event_id))?.body,
      };
    },
    throttles: async (refs) => refs.map((ref) => copyStored(throttles.get(throttleName(ref)) ?? unused())),
    async takeSlot(ref, seen, index, slot, now, evenDisabled = false) {
      const stored = throttles.get(throttleName(ref)) ?? unused();
      const at = formatUtcTimestamp(now);
      const held = stored.slots[index];
      check(held === undefined || held.until <= at);
      if (isReceiverHalfOpen(seen))
        check(stored.timeouts >= CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN && (stored.probe_at ?? '') <= at);
      else check(stored.timeouts < CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN);
      if (ref.receiver.kind === 'webhook') {
        const webhook = webhookOf(ref);
        check(webhook !== undefined && (evenDisabled || webhook.status === 'active'));
      }
      stored.slots[index] = slot;
      if (seen.guard?.delivery_id === slot.delivery_id) delete stored.guard;
      throttles.set(throttleName(ref), stored);
    },
    async setGuard(ref, guard, now) {
      const stored = throttles.get(throttleName(ref)) ?? (webhookOf(ref) ? unused() : conflict());
      const { guard: other } = stored;
      check(
        other === undefined ||
          other.delivery_id === guard.delivery_id ||
          other.until <= formatUtcTimestamp(now) ||
          other.due > guard.due,
      );
      stored.guard = guard;
      throttles.set(throttleName(ref), stored);
    },
    async releaseSlot(ref, index, slot, outcome) {
      const stored = throttles.get(throttleName(ref));
      const held = stored?.slots[index];
      if (!stored || held?.delivery_id !== slot.delivery_id || held.until !== slot.until) return undefined;
      stored.slots[index] = undefined;
      if (outcome) {
        stored.timeouts = outcome.timedOut ? stored.timeouts + 1 : 0;
        if (outcome.timedOut) stored.probe_at = outcome.probe_at;
        stored.slow = outcome.slow;
      }
      const present = webhookOf(ref);
      if (!present) return undefined;
      const webhook: Webhook = { ...present };
      if (outcome) {
        webhook.last_delivery = { status: outcome.outcome, at: outcome.at };
        if (outcome.outcome === 'succeeded') {
          delete webhook.failing_since;
          delete webhook.failing_tries;
        } else if (outcome.counts === true) {
          webhook.failing_since ??= outcome.at;
          webhook.failing_tries = (webhook.failing_tries ?? 0) + 1;
        }
      }
      webhooks.set(nameOf(present.account_id, present.id), copy(webhook));
      return copy(webhook);
    },
  };

  const undispatched = (name: string, { event, sweep_at = '', redriven }: StoredEvent): UndispatchedEvent => ({
    key: { PK: name, SK: event.event_id },
    account_id: event.account_id,
    event_id: event.event_id,
    event: () => copy(event),
    listed_as: sweep_at,
    created_at: event.created_at,
    redriven,
  });

  const outbox: OutboxStore = {
    async dispatch(event, body, created) {
      const stored = events.get(eventName(event));
      if (!stored || stored.dispatched) return conflict();
      Object.assign(stored, { dispatched: true, sweep_at: undefined, body: created.length > 0 ? body : undefined });
      for (const delivery of created) deliveries.set(deliveryName(delivery), copy(delivery));
    },
    async listDue(request) {
      const listed = [...events].flatMap(([name, { sweep_at, event }]): Listed<string>[] =>
        sweep_at === undefined ? [] : [{ listed_as: `${sweep_at}#${event.event_id}`, entry: name }],
      );
      const { entries, ...page } = duePage(listed, request);
      return {
        ...page,
        entries: entries.flatMap((name) => {
          const stored = events.get(name);
          return stored ? [undispatched(name, stored)] : [];
        }),
      };
    },
    async noteRedriven({ key, listed_as, redriven }, next) {
      const stored = events.get(key.PK) ?? conflict();
      check(stored.sweep_at === listed_as);
      Object.assign(stored, { sweep_at: next, redriven: redriven + 1 });
    },
  };

  return {
    addEvent,
    stored: { webhooks, deliveries, events, throttles },
    webhooks: webhookStore,
    deliveries: deliveryStore,
    outbox,
    renders: {
      async insert(render) {
        renders.set(nameOf(render.account_id, render.id), copy(render));
        return 'inserted';
      },
      async find(accountId, renderId) {
        const render = renders.get(nameOf(accountId, renderId));
        return render && copy(render);
      },
      async fail(render, error, event) {
        const stored = renders.get(nameOf(render.account_id, render.id)) ?? conflict();
        check(!isTerminalRenderStatus(stored.status));
        addEvent(event);
        Object.assign(stored, { status: 'failed', error, completed_at: render.completed_at });
      },
      async raiseProgress(render, progress, stage, at, event) {
        const stored = renders.get(nameOf(render.account_id, render.id)) ?? conflict();
        check(!isTerminalRenderStatus(stored.status) && stored.progress < progress);
        if (event) {
          check(JSON.stringify(stored.progress_event) === JSON.stringify(render.progress_event));
          addEvent(event);
        }
        Object.assign(stored, {
          progress,
          progress_at: at,
          stage,
          ...(event ? { progress_event: { progress, at } } : {}),
        });
      },
    },
    async putWebhook(webhook) {
      webhooks.set(nameOf(webhook.account_id, webhook.id), copy(webhook));
    },
    async deleteAccount(accountId) {
      deleted.add(accountId);
    },
    async dropWebhook({ account_id, id }) {
      webhooks.delete(nameOf(account_id, id));
      throttles.delete(nameOf(account_id, id));
    },
    async nextSweep() {
      const due = [...events.values(), ...deliveries.values()].flatMap(({ sweep_at }) =>
        sweep_at === undefined ? [] : [Date.parse(sweep_at)],
      );
      return Math.min(...due);
    },
  };
}
