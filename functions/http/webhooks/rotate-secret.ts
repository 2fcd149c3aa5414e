import { endpoint, webhookDeps } from '../../../lib/runtime/api.ts';
import { rotateWebhookSecretContract } from '../../../lib/webhooks/contract.ts';
import { webhookView } from '../../../lib/webhooks/manage-webhooks.ts';
import { rotateSecret } from '../../../lib/webhooks/rotate-secret.ts';

export const handler = endpoint(
  rotateWebhookSecretContract,
  async ({ principal, params, precondition, prepareAnswer }) => {
    await rotateSecret(
      webhookDeps(),
      principal,
      params.id,
      ({ webhook, secret, until }) =>
        prepareAnswer({ ...webhookView(webhook), signing_secret: secret, previous_secret_expires_at: until }),
      precondition,
    );
  },
);
