import { findRender } from '../../../lib/renders/get-render.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { redeliverOfRender as contract } from '../../../lib/webhooks/contract.ts';
import { deliveryView, reopen } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(contract, async ({ principal, params, announce }) => {
  const { renders, deliveries, deliveryQueue: queue, clock } = data();
  await findRender(renders, principal, params.id);
  await reopen({ deliveries, queue, clock }, principal, params, (delivery) => announce(deliveryView(delivery)));
});
