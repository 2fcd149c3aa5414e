import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { deleteWebhook as contract } from '../../../lib/webhooks/contract.ts';
import { deleteWebhook } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, params }) => {
  await deleteWebhook(data().webhooks, principal, params.id);
  return { id: params.id, deleted: true as const };
});
