import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { redeliverContract } from '../../../lib/webhooks/contract.ts';
import { deliveryView, redeliver } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(redeliverContract, async ({ principal, params, prepareAnswer }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock } = services();
  await redeliver({ webhooks, deliveries, queue, clock }, principal, params, (delivery) =>
    prepareAnswer(deliveryView(delivery)),
  );
});
