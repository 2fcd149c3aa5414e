import { z } from 'zod';
import {
  createWebhookContract,
  deleteWebhookContract,
  listWebhooksContract,
  type webhookAnswerSchema,
} from '#features/webhooks/contract.ts';
import { defineAgentTool } from '../define-agent-tool.ts';
import { bodySchemaOf } from './body-schema-of.ts';
import { slimValueForModel } from './slim.ts';

type Webhook = z.output<typeof webhookAnswerSchema>;

const webhookSummary = ({ id, url, events, description, status, disabled_reason, last_delivery }: Webhook): object =>
  slimValueForModel({ id, url, events, description, status, disabled_reason, last_delivery }) as object;

/** The tool `list_webhooks`. */
export const listWebhooksTool = defineAgentTool({
  name: 'list_webhooks',
  title: 'List webhooks',
  description: 'The webhooks of the account, with the result of their last delivery.',
  input: z.strictObject({}),
  example: {},
  reads_only: true,
  run: async (_, { call }) => {
    const { data, has_more } = (await call(listWebhooksContract, { query: { limit: '100' } })) as {
      data: Webhook[];
      has_more: boolean;
    };
    return {
      data: {
        webhooks: data.map(webhookSummary),
        has_more,
        next: 'create_webhook adds one, delete_webhook removes one.',
      },
    };
  },
});

/** The tool `create_webhook`. */
export const createWebhookTool = defineAgentTool({
  name: 'create_webhook',
  title: 'Register a webhook',
  description: 'Posts signed events of all renders of the account to an https address. The secret is shown only once.',
  input: bodySchemaOf(createWebhookContract),
  example: { url: 'https://example.com/hook', events: ['render.completed', 'render.failed'] },
  open_world: true,
  run: async (body, { call }) => {
    const webhook = (await call(createWebhookContract, { body })) as Webhook & { signing_secret: string };
    const next =
      'Give the user signing_secret for the receiver, which verifies each delivery with it. It is not shown again.';
    return { data: { ...webhookSummary(webhook), signing_secret: webhook.signing_secret, next } };
  },
});

/** The tool `delete_webhook`. */
export const deleteWebhookTool = defineAgentTool({
  name: 'delete_webhook',
  title: 'Delete a webhook',
  description: 'Removes a receiver of events. Pending deliveries to it are dropped.',
  input: z.strictObject({ webhook_id: z.string().min(1).max(64).describe('An id of list_webhooks.') }),
  example: { webhook_id: 'wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' },
  id: 'webhook_id',
  destroys: true,
  idempotent: true,
  run: async ({ webhook_id }, { call }) => {
    await call(deleteWebhookContract, { params: { id: webhook_id } });
    return { data: { webhook_id, deleted: true } };
  },
});
