import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { requireRender } from '#features/renders/get-render.ts';
import { listRenderDeliveriesContract } from '#features/webhooks/contract.ts';
import { pageOfDeliveries } from '#features/webhooks/manage-deliveries.ts';

/** Answers `GET /renders/{id}/deliveries` with the deliveries to the `webhook_url` of a render, newest first. */
export const handler = createApiEndpoint(listRenderDeliveriesContract, async ({ principal, params, query }) => {
  const { renders, deliveries, scopeOf } = sharedServices();
  const [, page] = await Promise.all([
    requireRender(renders, principal, params.id),
    pageOfDeliveries({ deliveries, scopeOf }, principal, params.id, query),
  ]);
  return page;
});
