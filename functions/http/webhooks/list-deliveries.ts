import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { listDeliveriesContract } from '../../../lib/webhooks/contract.ts';
import { deliveriesPage } from '../../../lib/webhooks/manage-deliveries.ts';
import { findWebhook } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(listDeliveriesContract, async ({ principal, params, query }) => {
  const { webhooks, deliveries, scopeOf } = services();
  const [, page] = await Promise.all([
    findWebhook(webhooks, principal, params.id),
    deliveriesPage({ deliveries, scopeOf }, principal, params.id, query),
  ]);
  return page;
});
