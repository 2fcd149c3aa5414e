import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { getWebhook as contract } from '../../../lib/webhooks/contract.ts';
import { findWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(contract, async ({ principal, params }) =>
  webhookView(await findWebhook(data().webhooks, principal, params.id)),
);
