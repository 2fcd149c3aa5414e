import { createApiEndpoint, webhookDeps } from '#app/composition/api.ts';
import { updateWebhookContract } from '#features/webhooks/contract.ts';
import { toWebhookAnswer, updateWebhook } from '#features/webhooks/manage-webhooks.ts';

/** Handles `PUT /webhooks/{id}`: changes the address, the events or the description of a webhook. */
export const handler = createApiEndpoint(updateWebhookContract, async ({ principal, params, body, precondition }) =>
  toWebhookAnswer(await updateWebhook(webhookDeps(), principal, params.id, body, precondition)),
);
