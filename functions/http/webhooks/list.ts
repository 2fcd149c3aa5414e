import { decodeCursor, idPositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { listWebhooksContract } from '../../../lib/webhooks/contract.ts';
import { webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(listWebhooksContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`webhooks:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, idPositions('webhook'));
  return pageAnswer(await services().webhooks.list(principal.account_id, { limit, after }), scope, webhookView);
});
