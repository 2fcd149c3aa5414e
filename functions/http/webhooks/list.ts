import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listWebhooksContract } from '#features/webhooks/contract.ts';
import { webhookView } from '#features/webhooks/manage-webhooks.ts';
import { decodeCursor, idPositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /webhooks` with the webhooks of the account, newest first. */
export const handler = endpoint(listWebhooksContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`webhooks:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, idPositions('webhook'));
  return pageAnswer(await services().webhooks.list(principal.account_id, { limit, after }), scope, webhookView);
});
