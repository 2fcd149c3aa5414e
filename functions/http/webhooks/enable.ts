import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { enableWebhookContract } from '#features/webhooks/contract.ts';
import { enableWebhook, toWebhookAnswer } from '#features/webhooks/manage-webhooks.ts';

/** Handles `POST /webhooks/{id}/enable`: makes a disabled webhook active again. */
export const handler = createApiEndpoint(
  enableWebhookContract,
  async ({ principal, params, precondition, prepareAnswer }) => {
    await enableWebhook(
      sharedServices().webhooks,
      principal,
      params.id,
      (webhook) => prepareAnswer(toWebhookAnswer(webhook)),
      precondition,
    );
  },
);
