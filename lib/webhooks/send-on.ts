import { refOf } from './delivery-ref.ts';
import type { DeliveryQueue, DeliveryStore } from './ports.ts';
import type { Delivery } from './webhook.ts';

/** Sends the messages for deliveries whose try is to be made now, those to slow receivers by the queue of those. */
export async function sendOn(
  { deliveries, queue }: { deliveries: Pick<DeliveryStore, 'lanes'>; queue: DeliveryQueue },
  due: readonly Delivery[],
): Promise<void> {
  if (due.length === 0) return;
  const lanes = await deliveries.lanes(due.map((delivery) => refOf(delivery)));
  await queue.sendAll(due.map((delivery, i) => refOf(delivery, lanes[i]?.slow)));
}
