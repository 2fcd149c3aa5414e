import { endpoint, webhookDeps } from '#app/composition/api.ts';
import { createWebhookContract } from '#features/webhooks/contract.ts';
import { createWebhook, webhookView } from '#features/webhooks/manage-webhooks.ts';

/** Handles `POST /webhooks`: registers a receiver. */
export const handler = endpoint(createWebhookContract, async ({ principal, body, prepareAnswer }) => {
  await createWebhook(webhookDeps(), principal, body, ({ webhook, secret }) =>
    prepareAnswer({ ...webhookView(webhook), signing_secret: secret }),
  );
});
