import { z } from 'zod';
import { contract } from '../http/contract.ts';
import { listOf, pageQuery } from '../http/pagination.ts';
import { text } from '../http/text.ts';
import { RENDER_EVENTS } from '../renders/events.ts';

const time = z.iso.datetime();

export const webhookAnswer = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(RENDER_EVENTS)),
  description: z.string(),
  status: z.enum(['active', 'disabled']),
  disabled_reason: z.string().nullable(),
  last_delivery: z.object({ status: z.enum(['succeeded', 'failed']), at: time }).nullable(),
  created_at: time,
});

const inWebhook = z.strictObject({ id: z.string().max(64) });

export const createWebhook = contract({
  operation: 'createWebhook',
  tag: 'webhooks',
  summary: 'Register a receiver; its signing secret is in this answer and never shown again',
  method: 'POST',
  path: '/webhooks',
  body: z.strictObject({
    url: z.string().min(1).max(2048),
    events: z
      .array(z.enum(RENDER_EVENTS))
      .min(1)
      .max(20)
      .transform((events) => [...new Set(events)]),
    description: text(0, 500).default(''),
  }),
  answer: webhookAnswer.extend({ signing_secret: z.string() }),
  errors: ['webhook_url_forbidden', 'webhook_limit_reached'],
});

export const listWebhooks = contract({
  operation: 'listWebhooks',
  tag: 'webhooks',
  summary: 'The webhooks of the account, newest first',
  method: 'GET',
  path: '/webhooks',
  query: z.strictObject(pageQuery),
  answer: listOf(webhookAnswer),
  errors: ['invalid_cursor'],
});

export const getWebhook = contract({
  operation: 'getWebhook',
  tag: 'webhooks',
  summary: 'A webhook',
  method: 'GET',
  path: '/webhooks/{id}',
  params: inWebhook,
  answer: webhookAnswer,
  errors: ['webhook_not_found'],
});

export const deleteWebhook = contract({
  operation: 'deleteWebhook',
  tag: 'webhooks',
  summary: 'Remove a receiver; what is still on its way to it is dropped',
  method: 'DELETE',
  path: '/webhooks/{id}',
  params: inWebhook,
  answer: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ['webhook_not_found'],
});
