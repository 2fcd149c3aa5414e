import { endpoint, webhookTools } from '../../../lib/runtime/api.ts';
import { createWebhook as contract } from '../../../lib/webhooks/contract.ts';
import { createWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, body }) => {
  const { webhook, secret } = await createWebhook(webhookTools(), principal, body);
  return { ...webhookView(webhook), signing_secret: secret };
});
