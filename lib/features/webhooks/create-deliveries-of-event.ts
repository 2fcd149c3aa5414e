import type { RenderEvent } from '#features/renders/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { deriveId } from '#kernel/shared/ids.ts';
import { type Delivery, deliveryRef } from './delivery.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import type { DeliveryQueue, DeliveryStore, OutboxStore, WebhookStore } from './ports.ts';
import type { Receiver } from './receiver.ts';
import { deliverySweepTime } from './retry-schedule.ts';
import type { Webhook } from './webhook.ts';

/** Dependencies of createDeliveriesOfEvent. */
export interface CreateDeliveriesOfEventDeps {
  webhooks: Pick<WebhookStore, 'all'>;
  outbox: Pick<OutboxStore, 'dispatch'>;
  deliveries: Pick<DeliveryStore, 'findDeliveries' | 'throttles'>;
  queue: DeliveryQueue;
  clock: Clock;
  /** The `data` of an event: the render in the form of answers. */
  dataOf(event: RenderEvent): Promise<object>;
}

const receiverOfWebhook = ({ id, url }: Webhook): Receiver => ({ kind: 'webhook', id, url });

/**
 * The receivers of an event: the active webhooks that subscribe to it, and the render's own address. If an active webhook has the same
 * address, it replaces the render's own receiver, even if it does not subscribe to the event, so that the address gets one delivery.
 */
export function receiversOfEvent({ event, render }: RenderEvent, webhooks: readonly Webhook[]): Receiver[] {
  const activeWebhooks = webhooks.filter((webhook) => webhook.status === 'active');
  const ownUrl = render.webhook_url;
  const subscribedWebhooks = activeWebhooks.filter((webhook) => webhook.events.includes(event));
  if (ownUrl === undefined) return subscribedWebhooks.map(receiverOfWebhook);
  const webhooksAtOwnUrl = activeWebhooks.filter((webhook) => webhook.url === ownUrl);
  // A webhook that subscribes to the event is preferred.
  const [substitute] = webhooksAtOwnUrl
    .filter((webhook) => subscribedWebhooks.includes(webhook))
    .concat(webhooksAtOwnUrl);
  const otherReceivers = subscribedWebhooks.filter((webhook) => webhook.url !== ownUrl).map(receiverOfWebhook);
  if (substitute) return [receiverOfWebhook(substitute), ...otherReceivers];
  return render.webhook_secret === undefined
    ? otherReceivers
    : [{ kind: 'render', id: render.id, url: ownUrl, secret: render.webhook_secret }, ...otherReceivers];
}

/** A new delivery of an event to one of its receivers. */
function newDelivery(
  { event, event_id, created_at, account_id, render }: RenderEvent,
  receiver: Receiver,
  now: Date,
): Delivery {
  return {
    // Derived from event and receiver, so that a second dispatch makes the same delivery. Ids sort by the time of the event.
    id: deriveId('delivery', `${event_id}:${receiver.id}`, new Date(created_at)),
    account_id,
    receiver,
    event,
    event_id,
    render_id: render.id,
    progress: event === 'render.progress' ? render.progress : undefined,
    status: 'pending',
    tries: [],
    next_try_at: formatUtcTimestamp(now),
    sweep_at: deliverySweepTime(now, now),
    created_at: formatUtcTimestamp(now),
  };
}

/**
 * Creates one delivery of an event for each receiver, in one transaction, and enqueues the deliveries. After a crash the event is
 * dispatched again: the deliveries are not created twice, and the messages of those without an attempt are sent again. If the event
 * does not come again, the sweeper sends the messages.
 * @returns the number of receivers
 */
export async function createDeliveriesOfEvent(deps: CreateDeliveriesOfEventDeps, event: RenderEvent): Promise<number> {
  const { webhooks, outbox, deliveries, queue, clock } = deps;
  const receivers = receiversOfEvent(event, await webhooks.all(event.account_id));
  const { event: name, event_id, created_at } = event;
  const data = receivers.length === 0 ? undefined : await deps.dataOf(event);
  const now = clock();
  const newDeliveries = receivers.map((receiver) => newDelivery(event, receiver, now));
  try {
    await outbox.dispatch(
      event,
      JSON.stringify({ event: name, event_id, created_at, data }),
      newDeliveries,
      formatUtcTimestamp(now),
    );
    await enqueueDeliveries({ deliveries, queue }, newDeliveries);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    // An earlier dispatch created the deliveries.
    const existingDeliveries = await deliveries.findDeliveries(newDeliveries.map((delivery) => deliveryRef(delivery)));
    const deliveriesWithoutAttempt = existingDeliveries.filter(
      ({ status, tries }) => status === 'pending' && tries.length === 0,
    );
    await enqueueDeliveries({ deliveries, queue }, deliveriesWithoutAttempt);
  }
  return receivers.length;
}
