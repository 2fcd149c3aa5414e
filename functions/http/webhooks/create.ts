import { endpoint, webhookDeps } from '../../../lib/runtime/api.ts';
import { createWebhookContract } from '../../../lib/webhooks/contract.ts';
import { createWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(createWebhookContract, async ({ principal, body, prepareAnswer }) => {
  await createWebhook(webhookDeps(), principal, body, ({ webhook, secret }) =>
    prepareAnswer({ ...webhookView(webhook), signing_secret: secret }),
  );
});
