import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listWebhooksContract } from '#features/webhooks/contract.ts';
import { toWebhookAnswer } from '#features/webhooks/manage-webhooks.ts';
import { decodeCursor, idPositionSchemaOf, listAnswerOfPage } from '#kernel/contract/pagination.ts';

/** Answers `GET /webhooks` with the webhooks of the account, newest first. */
export const handler = createApiEndpoint(listWebhooksContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = sharedServices().scopeOf(`webhooks:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, idPositionSchemaOf('webhook'));
  return listAnswerOfPage(
    await sharedServices().webhooks.list(principal.account_id, { limit, after }),
    scope,
    toWebhookAnswer,
  );
});
