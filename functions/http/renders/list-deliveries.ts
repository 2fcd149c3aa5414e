import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { findRender } from '../../../lib/renders/get-render.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { listRenderDeliveries as contract } from '../../../lib/webhooks/contract.ts';
import { deliveryView } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(contract, async ({ principal, params, query: { limit, cursor, ...filter } }) => {
  const scope = `deliveries:${principal.account_id}:${params.id}:${filter.status ?? ''}:${filter.event ?? ''}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const { renders, deliveries } = data();
  const [, page] = await Promise.all([
    findRender(renders, principal, params.id),
    deliveries.listDeliveries(principal.account_id, params.id, filter, { limit, after }),
  ]);
  return pageAnswer(page, scope, deliveryView);
});
