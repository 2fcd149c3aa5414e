import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { redeliverContract } from '#features/webhooks/contract.ts';
import { redeliverToWebhook, toDeliveryAnswer } from '#features/webhooks/manage-deliveries.ts';

/** Handles `POST /webhooks/{id}/deliveries/{did}/redeliver`: sends a delivery again, under the same event id. */
export const handler = createApiEndpoint(redeliverContract, async ({ principal, params, prepareAnswer }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock } = sharedServices();
  await redeliverToWebhook({ webhooks, deliveries, queue, clock }, principal, params, (delivery) =>
    prepareAnswer(toDeliveryAnswer(delivery)),
  );
});
