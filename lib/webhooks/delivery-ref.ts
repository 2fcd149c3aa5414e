import type { DeliveryRef } from './ports.ts';
import { laneHash } from './receiver-throttle.ts';
import type { Delivery } from './webhook.ts';

/** Which of its messages a pending delivery waits for: the one that comes for this time. Every other ends where it is read. */
export const turnOf = ({ put_off_until, next_try_at }: Delivery): string => put_off_until ?? next_try_at;

/**
 * What a message says of a delivery.
 * @param slow whether its receiver is slow
 */
export const refOf = (delivery: Delivery, slow = false): DeliveryRef => ({
  account_id: delivery.account_id,
  receiver_id: delivery.receiver_id,
  delivery_id: delivery.id,
  render_id: delivery.render_id,
  event_id: delivery.event_id,
  lane: delivery.secret === undefined ? undefined : laneHash(delivery.url),
  turn: turnOf(delivery),
  ...(slow ? { slow } : {}),
});
