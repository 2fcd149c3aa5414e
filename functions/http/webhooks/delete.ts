import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { deleteWebhookContract } from '#features/webhooks/contract.ts';
import { deleteWebhook } from '#features/webhooks/manage-webhooks.ts';

/** Handles `DELETE /webhooks/{id}`: removes a receiver. */
export const handler = endpoint(deleteWebhookContract, async ({ principal, params, precondition }) => {
  await deleteWebhook({ store: services().webhooks, clock: services().clock }, principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
