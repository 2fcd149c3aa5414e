import { type Delivery, deliveryRef } from './delivery.ts';
import type { DeliveryQueue, DeliveryStore } from './ports.ts';

/** Sends the messages for deliveries that are due now. Those to slow receivers are sent to the queue for slow receivers. */
export async function enqueueDeliveries(
  { deliveries, queue }: { deliveries: Pick<DeliveryStore, 'throttles'>; queue: DeliveryQueue },
  dueDeliveries: readonly Delivery[],
): Promise<void> {
  if (dueDeliveries.length === 0) return;
  const throttles = await deliveries.throttles(dueDeliveries.map((delivery) => deliveryRef(delivery)));
  await queue.sendAll(dueDeliveries.map((delivery, i) => deliveryRef(delivery, throttles[i]?.slow)));
}
