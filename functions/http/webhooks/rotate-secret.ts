import { createApiEndpoint, webhookDeps } from '#app/composition/api.ts';
import { rotateWebhookSecretContract } from '#features/webhooks/contract.ts';
import { toWebhookAnswer } from '#features/webhooks/manage-webhooks.ts';
import { rotateWebhookSecret } from '#features/webhooks/rotate-secret.ts';

/** Handles `POST /webhooks/{id}/rotate-secret`: gives the receiver a new signing secret, shown only once. */
export const handler = createApiEndpoint(
  rotateWebhookSecretContract,
  async ({ principal, params, precondition, prepareAnswer }) => {
    await rotateWebhookSecret(
      webhookDeps(),
      principal,
      params.id,
      ({ webhook, secret, until }) =>
        prepareAnswer({ ...toWebhookAnswer(webhook), signing_secret: secret, previous_secret_expires_at: until }),
      precondition,
    );
  },
);
