import { decodeCursor, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { listWebhooksContract } from '../../../lib/webhooks/contract.ts';
import { webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(listWebhooksContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = `webhooks:${principal.account_id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  return pageAnswer(await services().webhooks.list(principal.account_id, { limit, after }), scope, webhookView);
});
