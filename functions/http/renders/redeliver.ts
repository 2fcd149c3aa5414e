import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { findRender } from '#features/renders/get-render.ts';
import { redeliverOfRenderContract } from '#features/webhooks/contract.ts';
import { deliveryView, redeliver } from '#features/webhooks/manage-deliveries.ts';

/** Handles `POST /renders/{id}/deliveries/{did}/redeliver`: sends an event to the `webhook_url` of its render again, under the same event id. */
export const handler = endpoint(redeliverOfRenderContract, async ({ principal, params, prepareAnswer }) => {
  const { renders, deliveries, deliveryQueue: queue, clock } = services();
  await findRender(renders, principal, params.id);
  await redeliver({ deliveries, queue, clock }, principal, params, (delivery) => prepareAnswer(deliveryView(delivery)));
});
