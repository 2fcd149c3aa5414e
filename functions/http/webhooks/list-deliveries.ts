import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { listDeliveries as contract } from '../../../lib/webhooks/contract.ts';
import { deliveryView } from '../../../lib/webhooks/manage-deliveries.ts';
import { findWebhook } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, params, query: { limit, cursor, ...filter } }) => {
  const scope = `deliveries:${principal.account_id}:${params.id}:${filter.status ?? ''}:${filter.event ?? ''}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const { webhooks, deliveries } = data();
  const [, page] = await Promise.all([
    findWebhook(webhooks, principal, params.id),
    deliveries.listDeliveries(principal.account_id, params.id, filter, { limit, after }),
  ]);
  return pageAnswer(page, scope, deliveryView);
});
