import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { enableWebhookContract } from '../../../lib/webhooks/contract.ts';
import { enableWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(enableWebhookContract, async ({ principal, params, precondition, prepareAnswer }) => {
  await enableWebhook(
    services().webhooks,
    principal,
    params.id,
    (webhook) => prepareAnswer(webhookView(webhook)),
    precondition,
  );
});
