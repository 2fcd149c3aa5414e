import { findRender } from '../../../lib/renders/get-render.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { redeliverOfRenderContract } from '../../../lib/webhooks/contract.ts';
import { deliveryView, redeliver } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(redeliverOfRenderContract, async ({ principal, params, prepareAnswer }) => {
  const { renders, deliveries, deliveryQueue: queue, clock } = services();
  await findRender(renders, principal, params.id);
  await redeliver({ deliveries, queue, clock }, principal, params, (delivery) => prepareAnswer(deliveryView(delivery)));
});
