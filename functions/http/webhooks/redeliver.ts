import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { redeliver as contract } from '../../../lib/webhooks/contract.ts';
import { deliveryView, redeliver } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(contract, async ({ principal, params, announce }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock } = data();
  await redeliver({ webhooks, deliveries, queue, clock }, principal, params, (delivery) =>
    announce(deliveryView(delivery)),
  );
});
