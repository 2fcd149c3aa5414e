import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { getWebhookContract } from '../../../lib/webhooks/contract.ts';
import { findWebhook, webhookView } from '../../../lib/webhooks/manage-webhooks.ts';

export const handler = endpoint(getWebhookContract, async ({ principal, params }) =>
  webhookView(await findWebhook(services().webhooks, principal, params.id)),
);
