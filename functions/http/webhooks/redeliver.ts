import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { redeliverContract } from '#features/webhooks/contract.ts';
import { deliveryView, redeliverToWebhook } from '#features/webhooks/manage-deliveries.ts';

/** Handles `POST /webhooks/{id}/deliveries/{did}/redeliver`: sends a delivery again, under the same event id. */
export const handler = endpoint(redeliverContract, async ({ principal, params, prepareAnswer }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock } = services();
  await redeliverToWebhook({ webhooks, deliveries, queue, clock }, principal, params, (delivery) =>
    prepareAnswer(deliveryView(delivery)),
  );
});
