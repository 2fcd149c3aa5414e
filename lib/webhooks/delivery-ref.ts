import { laneHash } from './lane.ts';
import type { DeliveryRef } from './ports.ts';
import type { Delivery } from './webhook.ts';

/** What a message says of a delivery. */
export const refOf = (delivery: Delivery): DeliveryRef => ({
  account_id: delivery.account_id,
  receiver_id: delivery.receiver_id,
  delivery_id: delivery.id,
  render_id: delivery.render_id,
  event_id: delivery.event_id,
  lane: delivery.secret === undefined ? undefined : laneHash(delivery.url),
});

/** The delivery that a message names. @throws Error for a message that names none. */
export function refIn(body: string): DeliveryRef {
  const message: unknown = JSON.parse(body);
  if (typeof message === 'object' && message !== null) {
    const { account_id, receiver_id, delivery_id, render_id, event_id, lane } = message as Record<string, unknown>;
    if (
      typeof account_id === 'string' &&
      typeof receiver_id === 'string' &&
      typeof delivery_id === 'string' &&
      typeof render_id === 'string' &&
      typeof event_id === 'string'
    )
      return {
        account_id,
        receiver_id,
        delivery_id,
        render_id,
        event_id,
        lane: typeof lane === 'string' ? lane : undefined,
      };
  }
  throw new Error('this message names no delivery');
}
