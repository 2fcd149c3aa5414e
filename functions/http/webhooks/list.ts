import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { listWebhooks as contract } from '../../../lib/webhooks/contract.ts';
import { webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, query: { limit, cursor } }) => {
  const scope = `webhooks:${principal.account_id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  return pageAnswer(await data().webhooks.list(principal.account_id, { limit, after }), scope, webhookView);
});
