import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { requireRender } from '#features/renders/get-render.ts';
import { redeliverOfRenderContract } from '#features/webhooks/contract.ts';
import { redeliverEvent, toDeliveryAnswer } from '#features/webhooks/manage-deliveries.ts';

/** Handles `POST /renders/{id}/deliveries/{did}/redeliver`: sends an event to the `webhook_url` of its render again, under the same event id. */
export const handler = createApiEndpoint(redeliverOfRenderContract, async ({ principal, params, prepareAnswer }) => {
  const { renders, deliveries, deliveryQueue: queue, clock } = sharedServices();
  await requireRender(renders, principal, params.id);
  await redeliverEvent({ deliveries, queue, clock }, principal, params, (delivery) =>
    prepareAnswer(toDeliveryAnswer(delivery)),
  );
});
