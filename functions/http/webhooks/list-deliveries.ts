import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { listDeliveries as contract } from '../../../lib/webhooks/contract.ts';
import { deliveriesPage } from '../../../lib/webhooks/manage-deliveries.ts';
import { findWebhook } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, params, query }) => {
  const { webhooks, deliveries } = data();
  const [, page] = await Promise.all([
    findWebhook(webhooks, principal, params.id),
    deliveriesPage(deliveries, principal, params.id, query),
  ]);
  return page;
});
