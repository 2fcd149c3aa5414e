import type { Clock } from '#kernel/shared/clock.ts';
import { interleaveByGroup } from '#kernel/shared/interleave-by-group.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import { type CreateDeliveriesOfEventDeps, createDeliveriesOfEvent } from './create-deliveries-of-event.ts';
import { type Delivery, deliveryRef } from './delivery.ts';
import type { DeliveryQueue, DeliveryStore, OutboxStore, UndispatchedEvent } from './ports.ts';
import { MAX_QUEUE_DELAY_SECONDS, nextDeliverySweepTime } from './retry-schedule.ts';

/** Dependencies of the sweeps of webhooks. */
export interface WebhookSweepDeps extends CreateDeliveriesOfEventDeps {
  outbox: OutboxStore;
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  clock: Clock;
}

/** Seconds for which events and deliveries are handled. Their items may be deleted later than that. */
const HANDLED_SECONDS = ITEM_LIFETIMES.delivery.seconds;
/** Reports whether an event or delivery has expired. One with an invalid time counts as expired. */
const hasExpired = (created_at: string, now: Date): boolean =>
  !(now.getTime() - Date.parse(created_at) <= HANDLED_SECONDS * 1000);

/**
 * Dispatches an event that the stream did not. The pause before the next sweep doubles each time, up to an hour, until the event is
 * dispatched or expired.
 * @throws Error for an item that is not a valid event, and for an expired one
 */
async function redriveEvent(deps: WebhookSweepDeps, entry: UndispatchedEvent): Promise<void> {
  const now = deps.clock();
  if (hasExpired(entry.created_at, now)) {
    await deps.outbox.noteRedriven(entry, undefined);
    throw new Error('this event could not be dispatched while it was kept, and is given up');
  }
  await deps.outbox.noteRedriven(entry, nextDeliverySweepTime(now, now, entry.redriven));
  await createDeliveriesOfEvent(deps, entry.event());
}

/** Sends the message of a delivery again; drops an expired delivery. */
async function redriveDelivery({ deliveries, queue, clock }: WebhookSweepDeps, delivery: Delivery): Promise<void> {
  const now = clock();
  if (hasExpired(delivery.created_at, now)) {
    await deliveries.dropDelivery(delivery, 'The event is no longer kept.');
    return;
  }
  const { redriven = 0 } = delivery;
  const dueTime = new Date(delivery.next_try_at);
  await deliveries.postponeSweep(delivery, nextDeliverySweepTime(dueTime, now, redriven), redriven + 1);
  const waitSeconds = Math.max(0, Math.ceil((dueTime.getTime() - now.getTime()) / 1000));
  const [throttle] = await deliveries.throttles([deliveryRef(delivery)]);
  await queue.send(deliveryRef(delivery, throttle?.slow), Math.min(MAX_QUEUE_DELAY_SECONDS, waitSeconds));
}

/**
 * Dispatches events that the stream did not dispatch.
 * @due 60 s after the event
 */
export const outboxSweep = (deps: WebhookSweepDeps): RecoverySweep<UndispatchedEvent> => ({
  name: 'outbox',
  listDue: (request) => deps.outbox.listDue(request),
  arrange: (entries) => interleaveByGroup(entries, ({ account_id }) => account_id),
  take: (entry) => redriveEvent(deps, entry),
  describe: ({ event_id, key }) => ({ event_id, key }),
});

/**
 * Sends messages for deliveries whose message was lost or whose long wait is nearly over.
 * @due 60 s after the time of its attempt; 90 s before the end of a long wait
 */
export const deliveriesSweep = (deps: WebhookSweepDeps): RecoverySweep<Delivery> => ({
  name: 'deliveries',
  listDue: (request) => deps.deliveries.listDueDeliveries(request),
  // Interleaved so that an outage of one receiver, or of all receivers of an account, does not delay the others.
  arrange: (entries) =>
    interleaveByGroup(
      interleaveByGroup(entries, ({ receiver }) => receiver.id),
      ({ account_id }) => account_id,
    ),
  take: (delivery) => redriveDelivery(deps, delivery),
  describe: ({ event_id, id: delivery_id }) => ({ event_id, delivery_id }),
});
