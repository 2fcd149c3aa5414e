import { z } from 'zod';
import { RENDER_EVENTS } from '#features/renders/public.ts';
import type { Webhook } from '#features/webhooks/public.ts';
import { createItemCodec } from '../table/item.ts';

/** Stored form of a webhook. Its item also has its throttle (`receiver-throttle-items.ts`), which this codec ignores. */
export const webhookCodec = createItemCodec<Webhook>('webhook').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    url: z.string(),
    events: z.array(z.enum(RENDER_EVENTS)),
    description: z.string(),
    status: z.enum(['active', 'disabled']),
    disabled_reason: z.string().optional(),
    secret: z.string(),
    previous_secret: z.object({ sealed: z.string(), until: z.string() }).optional(),
    last_delivery: z.object({ status: z.enum(['succeeded', 'failed']), at: z.string() }).optional(),
    failing_since: z.string().optional(),
    failing_tries: z.number().optional(),
    version: z.number().optional(),
    created_at: z.string(),
  }),
);
