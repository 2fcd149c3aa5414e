import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { deleteWebhookContract } from '../../../lib/webhooks/contract.ts';
import { deleteWebhook } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(deleteWebhookContract, async ({ principal, params, precondition }) => {
  await deleteWebhook({ store: services().webhooks, clock: services().clock }, principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
