import { endpoint, webhookDeps } from '../../../lib/runtime/api.ts';
import { createWebhookContract } from '../../../lib/webhooks/contract.ts';
import { createWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(createWebhookContract, async ({ principal, body, announce }) => {
  await createWebhook(webhookDeps(), principal, body, ({ webhook, secret }) =>
    announce({ ...webhookView(webhook), signing_secret: secret }),
  );
});
