import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { enableWebhook as contract } from '../../../lib/webhooks/contract.ts';
import { enableWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, params, announce }) => {
  await enableWebhook(data().webhooks, principal, params.id, (webhook) => announce(webhookView(webhook)));
});
