import { endpoint, webhookDeps } from '../../../lib/runtime/api.ts';
import { updateWebhookContract } from '../../../lib/webhooks/contract.ts';
import { updateWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(updateWebhookContract, async ({ principal, params, body, precondition }) =>
  webhookView(await updateWebhook(webhookDeps(), principal, params.id, body, precondition)),
);
