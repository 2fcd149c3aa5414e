import { createApiEndpoint, webhookDeps } from '#app/composition/api.ts';
import { createWebhookContract } from '#features/webhooks/contract.ts';
import { createWebhook, toWebhookAnswer } from '#features/webhooks/manage-webhooks.ts';

/** Handles `POST /webhooks`: registers a receiver. */
export const handler = createApiEndpoint(createWebhookContract, async ({ principal, body, prepareAnswer }) => {
  await createWebhook(webhookDeps(), principal, body, ({ webhook, secret }) =>
    prepareAnswer({ ...toWebhookAnswer(webhook), signing_secret: secret }),
  );
});
