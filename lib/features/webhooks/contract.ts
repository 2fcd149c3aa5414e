import { z } from 'zod';
import { RENDER_EVENTS, type RenderEventName, renderAnswerSchema } from '#features/renders/contract.ts';
import { deletedAnswerSchema } from '#kernel/contract/deleted.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { defineContract, type EventContract } from '#kernel/contract/operation-contract.ts';
import { cursorTextSchema, listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { textSchema, urlTextSchema } from '#kernel/contract/text.ts';
import { DELIVERY_STATUSES } from './delivery.ts';

const timeSchema = z.iso.datetime();

/** Schema of a webhook in answers. */
export const webhookAnswerSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(RENDER_EVENTS)),
    description: z.string(),
    status: z.enum(['active', 'disabled']),
    disabled_reason: z.string().nullable(),
    last_delivery: z
      .object({ status: z.enum(['succeeded', 'failed']), at: timeSchema })
      .meta({ id: 'LastDelivery' })
      .nullable(),
    version: z.int().min(1),
    created_at: timeSchema,
  })
  .meta({ id: 'Webhook' });

const receivedEventsSchema = z
  .array(z.enum(RENDER_EVENTS))
  .min(1)
  .max(20)
  .transform((events) => [...new Set(events)]);

/** Contract of registering a webhook. */
export const createWebhookContract = defineContract({
  operation: 'createWebhook',
  tag: 'webhooks',
  summary: 'Register a receiver; its signing secret is in this answer and is never shown again',
  method: 'POST',
  path: '/webhooks',
  body: z.strictObject({
    url: urlTextSchema,
    events: receivedEventsSchema,
    description: textSchema(0, 500).default(''),
  }),
  examples: { ends: { url: 'https://example.com/hook', events: ['render.completed', 'render.failed'] } },
  answer: webhookAnswerSchema.extend({ signing_secret: z.string() }),
  secret: true,
  written: entityTagOfVersion,
  errors: ['webhook_url_forbidden', 'webhook_limit_reached'],
});

/** Contract of listing the webhooks of an account. */
export const listWebhooksContract = defineContract({
  operation: 'listWebhooks',
  tag: 'webhooks',
  summary: 'The webhooks of the account, newest first',
  method: 'GET',
  path: '/webhooks',
  query: z.strictObject(pageQueryShape),
  answer: listAnswerSchemaOf(webhookAnswerSchema),
  errors: ['invalid_cursor'],
});

/** Contract of reading a webhook. */
export const getWebhookContract = defineContract({
  operation: 'getWebhook',
  tag: 'webhooks',
  summary: 'A webhook',
  method: 'GET',
  path: '/webhooks/{id}',
  params: pathIdSchema,
  answer: webhookAnswerSchema,
  written: entityTagOfVersion,
  errors: ['webhook_not_found'],
});

/** Contract of changing a webhook. */
export const updateWebhookContract = defineContract({
  operation: 'updateWebhook',
  tag: 'webhooks',
  summary: 'Change the address, the events or the description of a webhook; its signing secret stays',
  description:
    'Pending deliveries and their further attempts go to the new address. A disabled webhook stays disabled until `POST …/enable`. A new address resets the count of failures.',
  method: 'PUT',
  path: '/webhooks/{id}',
  params: pathIdSchema,
  body: z.strictObject({
    url: urlTextSchema.optional(),
    events: receivedEventsSchema.optional(),
    description: textSchema(0, 500).optional(),
    version: z.int().min(1).optional(),
  }),
  examples: { moved: { url: 'https://example.com/new-hook', version: 1 } },
  answer: webhookAnswerSchema,
  conditional: true,
  written: entityTagOfVersion,
  errors: ['webhook_not_found', 'webhook_url_forbidden', 'version_conflict'],
});

/** Contract of removing a webhook. */
export const deleteWebhookContract = defineContract({
  operation: 'deleteWebhook',
  tag: 'webhooks',
  summary: 'Remove a receiver; its pending deliveries are dropped',
  method: 'DELETE',
  path: '/webhooks/{id}',
  params: pathIdSchema,
  answer: deletedAnswerSchema,
  conditional: true,
  errors: ['webhook_not_found', 'version_conflict'],
});

const deliveryPathParamsSchema = z.strictObject({ id: z.string().max(64), did: z.string().max(64) });
const eventSchema = z.enum(RENDER_EVENTS);

/** Contract of sending a sample event to a webhook. */
export const testWebhookContract = defineContract({
  operation: 'testWebhook',
  tag: 'webhooks',
  summary: 'Send an event with a sample render to the receiver at once, and return its answer',
  description:
    'A receiver gets at most five deliveries at a time, tests included. The answer is 429 `rate_limited` with `retry-after` ' +
    'when no slot is free or the last attempts to the receiver timed out.',
  method: 'POST',
  path: '/webhooks/{id}/test',
  params: pathIdSchema,
  body: z.strictObject({ event: eventSchema }),
  examples: { completed: { event: 'render.completed' } },
  answer: z.object({
    delivery: z
      .object({
        id: z.string(),
        event_id: z.string(),
        status: z.enum(['succeeded', 'failed']),
        response_status: z.int().nullable(),
        duration_ms: z.number(),
        error: z.string().nullable(),
      })
      .meta({ id: 'TestedDelivery' }),
  }),
  errors: ['webhook_not_found'],
});

/** Contract of enabling a disabled webhook. */
export const enableWebhookContract = defineContract({
  operation: 'enableWebhook',
  tag: 'webhooks',
  summary: 'Make a disabled webhook active again',
  description:
    'A webhook is disabled when its receiver answers 410 to any delivery, or when at least ten attempts in a row failed and none ' +
    'succeeded for five days (failures of `render.progress` and of tests do not count towards the ten). Deliveries that ' +
    'failed meanwhile can be replayed. Events that occur while it is disabled have no deliveries.',
  method: 'POST',
  path: '/webhooks/{id}/enable',
  params: pathIdSchema,
  answer: webhookAnswerSchema,
  conditional: true,
  written: entityTagOfVersion,
  errors: ['webhook_not_found', 'version_conflict'],
});

/** Contract of replacing the signing secret of a webhook. */
export const rotateWebhookSecretContract = defineContract({
  operation: 'rotateWebhookSecret',
  tag: 'webhooks',
  summary: 'Give the receiver a new signing secret, shown only once; the old one also signs for 24 hours',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  params: pathIdSchema,
  answer: webhookAnswerSchema.extend({ signing_secret: z.string(), previous_secret_expires_at: timeSchema }),
  secret: true,
  conditional: true,
  written: entityTagOfVersion,
  errors: ['webhook_not_found', 'version_conflict'],
});

/** Schema of a delivery in answers. */
export const deliveryAnswerSchema = z
  .object({
    id: z.string(),
    webhook_id: z.string().nullable().describe('Null for a delivery to the `webhook_url` of a render.'),
    event: eventSchema,
    event_id: z.string(),
    is_test: z.boolean().describe('True for a delivery of `POST /webhooks/{id}/test`, which carries a sample render.'),
    render_id: z
      .string()
      .nullable()
      .describe('The render that the event is about; null for a test.')
      .meta({ examples: ['rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1H'] }),
    payload: z
      .string()
      .nullable()
      .describe(
        'The body of a test, as it was posted. Null for an event of a render: `data` is the render at that time.',
      )
      .meta({ examples: ['{"event":"render.completed","event_id":"evt_01JD7XK3ZV5Q8W9R2T4Y6B0C1N"}'] }),
    status: z.enum(DELIVERY_STATUSES),
    tries: z
      .array(
        z
          .object({
            at: timeSchema,
            outcome: z.enum(['succeeded', 'failed']),
            response_status: z.int().nullable(),
            duration_ms: z.number(),
            error: z.string().nullable(),
            response_excerpt: z
              .string()
              .nullable()
              .describe('The start of the answer, at most 2,048 bytes of UTF-8; control characters are replaced.'),
          })
          .meta({ id: 'DeliveryTry' }),
      )
      .describe('The last 20, the oldest first.'),
    next_try_at: timeSchema.nullable(),
    failure_reason: z
      .string()
      .nullable()
      .describe(
        'Why the delivery ended without another attempt: the webhook was disabled or removed, the event is no longer stored, or a later progress event or the end of the render replaced it.',
      ),
    created_at: timeSchema,
  })
  .meta({ id: 'Delivery' });

const PENDING = 'A `pending` delivery waits for its next attempt or for a free slot; a receiver has five.';

const deliveriesQuerySchema = z.strictObject({
  ...pageQueryShape,
  status: z.enum(DELIVERY_STATUSES).optional(),
  event: eventSchema.optional(),
});

/** Contract of listing the deliveries of a webhook. */
export const listDeliveriesContract = defineContract({
  operation: 'listDeliveries',
  tag: 'webhooks',
  summary: 'The deliveries to a receiver in the last 30 days, newest first',
  description:
    'Deliveries to the `webhook_url` of a render are listed here if this webhook was active and has the same URL, otherwise ' +
    `under the render. ${PENDING} A page can have fewer than \`limit\` entries although more follow.`,
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  params: pathIdSchema,
  query: deliveriesQuerySchema,
  answer: listAnswerSchemaOf(deliveryAnswerSchema),
  errors: ['webhook_not_found', 'invalid_cursor'],
});

/** Contract of sending a delivery of a webhook again. */
export const redeliverContract = defineContract({
  operation: 'redeliver',
  tag: 'webhooks',
  summary: 'Send a delivery again, under the same event id',
  description: 'The delivery is sent at once and retried like a new one.',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{did}/redeliver',
  params: deliveryPathParamsSchema,
  answer: deliveryAnswerSchema,
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
});

/** Contract of listing the deliveries to the `webhook_url` of a render. */
export const listRenderDeliveriesContract = defineContract({
  operation: 'listRenderDeliveries',
  tag: 'renders',
  summary: 'The deliveries to the `webhook_url` of a render, newest first',
  description: `Deliveries to a registered webhook with the same URL are listed under that webhook. ${PENDING}`,
  method: 'GET',
  path: '/renders/{id}/deliveries',
  params: pathIdSchema,
  query: deliveriesQuerySchema,
  answer: listAnswerSchemaOf(deliveryAnswerSchema),
  errors: ['render_not_found', 'invalid_cursor'],
});

/** Contract of sending a delivery to the `webhook_url` of a render again. */
export const redeliverOfRenderContract = defineContract({
  operation: 'redeliverOfRender',
  tag: 'renders',
  summary: 'Send an event to the `webhook_url` of its render again, under the same event id',
  description: 'The delivery is sent at once and retried like a new one.',
  method: 'POST',
  path: '/renders/{id}/deliveries/{did}/redeliver',
  params: deliveryPathParamsSchema,
  answer: deliveryAnswerSchema,
  errors: ['render_not_found', 'delivery_not_found'],
});

/** Schema of the answer to a replay of failed deliveries. */
export const replayAnswerSchema = z.object({
  replayed: z.int().min(0),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});

/** Contract of sending all failed deliveries of a webhook again. */
export const replayDeliveriesContract = defineContract({
  operation: 'replayDeliveries',
  tag: 'webhooks',
  summary: 'Replay all failed deliveries of events created since a given time, oldest first',
  description:
    'Each delivery is sent at once and retried like a new one. Deliveries of `render.progress` and of tests are skipped. ' +
    'One request replays at most 500: while `has_more` is true, send `next_cursor` as `cursor`.',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/replay',
  params: pathIdSchema,
  body: z.strictObject({ since: z.iso.datetime({ offset: true }), cursor: cursorTextSchema.optional() }),
  examples: { today: { since: '2026-03-04T00:00:00.000Z' } },
  answer: replayAnswerSchema,
  errors: ['webhook_not_found', 'webhook_disabled', 'invalid_cursor'],
});

const EVENT_SUMMARIES: Readonly<Record<RenderEventName, string>> = {
  'render.completed': 'A render is completed: `data.output.url` is set.',
  'render.failed': 'A render failed: `data.error` says why.',
  'render.progress':
    'A render has progressed. Sent when it has passed a further 10 %, at most once in 5 s, and never after its end.',
};

/** Contracts of the events that receivers get. */
export const renderEventContracts: readonly EventContract[] = RENDER_EVENTS.map((event) => ({
  event,
  summary: EVENT_SUMMARIES[event],
  body: z.object({
    event: z.literal(event),
    event_id: z.string().describe('The same on every attempt: a receiver may get an event more than once.'),
    created_at: timeSchema,
    data: renderAnswerSchema,
  }),
}));
