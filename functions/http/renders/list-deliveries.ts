import { findRender } from '../../../lib/renders/get-render.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { listRenderDeliveriesContract } from '../../../lib/webhooks/contract.ts';
import { deliveriesPage } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(listRenderDeliveriesContract, async ({ principal, params, query }) => {
  const { renders, deliveries, scopeOf } = services();
  const [, page] = await Promise.all([
    findRender(renders, principal, params.id),
    deliveriesPage({ deliveries, scopeOf }, principal, params.id, query),
  ]);
  return page;
});
