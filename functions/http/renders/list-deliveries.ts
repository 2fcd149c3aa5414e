import { findRender } from '../../../lib/renders/get-render.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { listRenderDeliveries as contract } from '../../../lib/webhooks/contract.ts';
import { deliveriesPage } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(contract, async ({ principal, params, query }) => {
  const { renders, deliveries } = data();
  const [, page] = await Promise.all([
    findRender(renders, principal, params.id),
    deliveriesPage(deliveries, principal, params.id, query),
  ]);
  return page;
});
