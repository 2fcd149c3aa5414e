import { type Delivery, deliveryRef } from './delivery.ts';
import type { DeliveryQueue, DeliveryStore } from './ports.ts';

/** Sends the messages for deliveries that are due now. Those to slow receivers are sent to the queue for slow receivers. */
export async function enqueueDeliveries(
  { deliveries, queue }: { deliveries: Pick<DeliveryStore, 'throttles'>; queue: DeliveryQueue },
  due: readonly Delivery[],
): Promise<void> {
  if (due.length === 0) return;
  const throttles = await deliveries.throttles(due.map((delivery) => deliveryRef(delivery)));
  await queue.sendAll(due.map((delivery, i) => deliveryRef(delivery, throttles[i]?.slow)));
}
