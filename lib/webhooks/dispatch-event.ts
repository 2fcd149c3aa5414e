import type { RenderEvent } from '../renders/public.ts';
import { type Clock, timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import { derivedId } from '../shared/ids.ts';
import { refOf } from './delivery-ref.ts';
import type { DeliveryQueue, DeliveryStore, OutboxStore, WebhookStore } from './ports.ts';
import { sweepTime } from './retry-schedule.ts';
import { sendOn } from './send-on.ts';
import type { Delivery, Webhook } from './webhook.ts';

export interface DispatchDeps {
  webhooks: Pick<WebhookStore, 'all'>;
  outbox: Pick<OutboxStore, 'dispatch'>;
  deliveries: Pick<DeliveryStore, 'findDeliveries' | 'lanes'>;
  queue: DeliveryQueue;
  clock: Clock;
  /** The `data` of an event: the render as clients see it. */
  dataOf(event: RenderEvent): Promise<object>;
}

interface Receiver {
  id: string;
  url: string;
  secret?: string | undefined;
}

/**
 * Who gets an event: the active webhooks that want it, and the render's own address. A registered webhook with that
 * same address stands in for it, whatever it subscribed to, so that the address gets one delivery.
 */
export function receiversOf({ event, render }: RenderEvent, webhooks: readonly Webhook[]): Receiver[] {
  const active = webhooks.filter((webhook) => webhook.status === 'active');
  const own = render.webhook_url;
  const wanting = active.filter((webhook) => webhook.events.includes(event));
  if (own === undefined) return wanting;
  const sameAddress = active.filter((webhook) => webhook.url === own);
  const [standIn] = sameAddress.filter((webhook) => wanting.includes(webhook)).concat(sameAddress);
  const others = wanting.filter((webhook) => webhook.url !== own);
  if (standIn) return [standIn, ...others];
  return render.webhook_secret === undefined
    ? others
    : [{ id: render.id, url: own, secret: render.webhook_secret }, ...others];
}

/** A delivery of an event to one of its receivers, as it begins. */
function deliveryOf(
  { event, event_id, created_at, account_id, render }: RenderEvent,
  receiver: Receiver,
  now: Date,
): Delivery {
  return {
    // It follows from event and receiver, and sorts by the event's time.
    id: derivedId('delivery', `${event_id}:${receiver.id}`, new Date(created_at)),
    account_id,
    receiver_id: receiver.id,
    url: receiver.url,
    secret: receiver.id.startsWith('wh_') ? undefined : receiver.secret,
    event,
    event_id,
    render_id: render.id,
    progress: event === 'render.progress' ? render.progress : undefined,
    status: 'pending',
    tries: [],
    next_try_at: timestamp(now),
    sweep_at: sweepTime(now, now),
    created_at: timestamp(now),
  };
}

/**
 * Makes one delivery of an event for each receiver and queues it; posts nothing itself. The deliveries are made once, in
 * one transaction; killed after that, the event comes again and the messages of those that were not tried yet are sent
 * again, or else the sweeper sends them.
 * @returns to how many receivers it goes.
 */
export async function dispatchEvent(deps: DispatchDeps, event: RenderEvent): Promise<number> {
  const { webhooks, outbox, deliveries, queue, clock } = deps;
  const receivers = receiversOf(event, await webhooks.all(event.account_id));
  const { event: name, event_id, created_at } = event;
  const data = receivers.length === 0 ? undefined : await deps.dataOf(event);
  const now = clock();
  const made = receivers.map((receiver) => deliveryOf(event, receiver, now));
  try {
    await outbox.dispatch(event, JSON.stringify({ event: name, event_id, created_at, data }), made, timestamp(now));
    await sendOn({ deliveries, queue }, made);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const untried = (await deliveries.findDeliveries(made.map((delivery) => refOf(delivery)))).filter(
      ({ status, tries }) => status === 'pending' && tries.length === 0,
    );
    await sendOn({ deliveries, queue }, untried);
  }
  return receivers.length;
}
