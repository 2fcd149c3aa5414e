import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { getWebhookContract } from '#features/webhooks/contract.ts';
import { requireWebhook, toWebhookAnswer } from '#features/webhooks/manage-webhooks.ts';

/** Answers `GET /webhooks/{id}` with a webhook. */
export const handler = createApiEndpoint(getWebhookContract, async ({ principal, params }) =>
  toWebhookAnswer(await requireWebhook(sharedServices().webhooks, principal, params.id)),
);
