import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listDeliveriesContract } from '#features/webhooks/contract.ts';
import { pageOfDeliveries } from '#features/webhooks/manage-deliveries.ts';
import { requireWebhook } from '#features/webhooks/manage-webhooks.ts';

/** Answers `GET /webhooks/{id}/deliveries` with the deliveries to a receiver in the last 30 days, newest first. */
export const handler = createApiEndpoint(listDeliveriesContract, async ({ principal, params, query }) => {
  const { webhooks, deliveries, scopeOf } = sharedServices();
  const [, page] = await Promise.all([
    requireWebhook(webhooks, principal, params.id),
    pageOfDeliveries({ deliveries, scopeOf }, principal, params.id, query),
  ]);
  return page;
});
