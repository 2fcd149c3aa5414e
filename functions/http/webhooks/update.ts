import { endpoint, webhookDeps } from '#app/composition/api.ts';
import { updateWebhookContract } from '#features/webhooks/contract.ts';
import { updateWebhook, webhookView } from '#features/webhooks/manage-webhooks.ts';

/** Handles `PUT /webhooks/{id}`: changes the address, the events or the description of a webhook. */
export const handler = endpoint(updateWebhookContract, async ({ principal, params, body, precondition }) =>
  webhookView(await updateWebhook(webhookDeps(), principal, params.id, body, precondition)),
);
