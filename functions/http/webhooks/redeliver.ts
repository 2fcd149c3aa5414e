import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { redeliverContract } from '../../../lib/webhooks/contract.ts';
import { deliveryView, redeliverToWebhook } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(redeliverContract, async ({ principal, params, prepareAnswer }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock } = services();
  await redeliverToWebhook({ webhooks, deliveries, queue, clock }, principal, params, (delivery) =>
    prepareAnswer(deliveryView(delivery)),
  );
});
