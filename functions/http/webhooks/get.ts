import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { getWebhookContract } from '#features/webhooks/contract.ts';
import { findWebhook, webhookView } from '#features/webhooks/manage-webhooks.ts';

/** Answers `GET /webhooks/{id}` with a webhook. */
export const handler = endpoint(getWebhookContract, async ({ principal, params }) =>
  webhookView(await findWebhook(services().webhooks, principal, params.id)),
);
