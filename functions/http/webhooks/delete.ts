import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { deleteWebhookContract } from '#features/webhooks/contract.ts';
import { deleteWebhook } from '#features/webhooks/manage-webhooks.ts';

/** Handles `DELETE /webhooks/{id}`: removes a receiver. */
export const handler = createApiEndpoint(deleteWebhookContract, async ({ principal, params, precondition }) => {
  await deleteWebhook(
    { store: sharedServices().webhooks, clock: sharedServices().clock },
    principal,
    params.id,
    precondition,
  );
  return { id: params.id, deleted: true as const };
});
