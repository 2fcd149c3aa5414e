import { endpoint, webhookTools } from '../../../lib/runtime/api.ts';
import { createWebhook as contract } from '../../../lib/webhooks/contract.ts';
import { createWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, body, announce }) => {
  await createWebhook(webhookTools(), principal, body, ({ webhook, secret }) =>
    announce({ ...webhookView(webhook), signing_secret: secret }),
  );
});
