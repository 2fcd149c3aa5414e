import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { enableWebhookContract } from '#features/webhooks/contract.ts';
import { enableWebhook, webhookView } from '#features/webhooks/manage-webhooks.ts';

/** Handles `POST /webhooks/{id}/enable`: makes a disabled webhook active again. */
export const handler = endpoint(enableWebhookContract, async ({ principal, params, precondition, prepareAnswer }) => {
  await enableWebhook(
    services().webhooks,
    principal,
    params.id,
    (webhook) => prepareAnswer(webhookView(webhook)),
    precondition,
  );
});
