import { type Clock, timestamp } from '../clock.ts';
import { derivedId } from '../ids.ts';
import type { RenderEvent } from '../renders/events.ts';
import type { DeliveryQueue, WebhookStore } from './ports.ts';
import type { Delivery, Webhook } from './webhook.ts';

export interface DispatchTools {
  store: WebhookStore;
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

/**
 * Makes one delivery of an event for each receiver and queues it; posts nothing itself. Deliveries have ids that follow
 * from event and receiver: the stream may hand on an event again without anybody getting a second delivery of it.
 */
export async function dispatchEvent(tools: DispatchTools, event: RenderEvent): Promise<number> {
  const receivers = receiversOf(event, await tools.store.all(event.account_id));
  if (receivers.length === 0) return 0;
  const { event: name, event_id, created_at } = event;
  const body = JSON.stringify({ event: name, event_id, created_at, data: await tools.dataOf(event) });
  const at = timestamp(tools.clock());
  for (const receiver of receivers) {
    const delivery: Delivery = {
      id: derivedId('delivery', `${event_id}:${receiver.id}`, new Date(created_at)),
      account_id: event.account_id,
      receiver_id: receiver.id,
      url: receiver.url,
      secret: receiver.id.startsWith('wh_') ? undefined : receiver.secret,
      event: name,
      event_id,
      body,
      status: 'pending',
      tries: [],
      next_try_at: at,
      created_at: at,
    };
    await tools.store.insertDelivery(delivery);
    await tools.queue.send({ account_id: delivery.account_id, receiver_id: receiver.id, delivery_id: delivery.id });
  }
  return receivers.length;
}
