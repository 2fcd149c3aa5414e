import { z } from 'zod';
import { RENDER_EVENTS } from '#features/renders/public.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryRef, type Receiver } from '#features/webhooks/public.ts';
import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { createItemCodec } from '../table/item.ts';
import { accountListIndex, dueItemsIndex, type TableKey, tableKeys } from '../table/keys.ts';
import type { TableItem } from '../table/table.ts';

const receiverSchema: z.ZodType<Receiver> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook'), id: z.string(), url: z.string() }),
  z.object({ kind: z.literal('render'), id: z.string(), url: z.string(), secret: z.string() }),
]);

const deliveryAttemptSchema = z.object({
  at: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
  response_status: z.number().optional(),
  duration_ms: z.number(),
  fault: z.string().optional(),
  response_excerpt: z.string().optional(),
});

/** Stored form of a delivery. */
export const deliveryCodec = createItemCodec<Delivery>('delivery').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    receiver: receiverSchema,
    event: z.enum(RENDER_EVENTS),
    event_id: z.string(),
    render_id: z.string(),
    progress: z.number().optional(),
    body: z.string().optional(),
    status: z.enum(DELIVERY_STATUSES),
    tries: z.array(deliveryAttemptSchema),
    tries_made: z.number().optional(),
    tries_before: z.number().optional(),
    next_try_at: z.string(),
    deferred_until: z.string().optional(),
    sweep_at: z.string().optional(),
    redriven: z.number().optional(),
    dropped: z.string().optional(),
    created_at: z.string(),
  }),
);

/** The key of a delivery. */
export const deliveryKey = (delivery: Pick<Delivery, 'account_id' | 'receiver' | 'id'>): TableKey =>
  tableKeys.delivery(delivery.account_id, delivery.receiver.id, delivery.id);

/** The key of the delivery that a message names. */
export const deliveryKeyOfRef = ({ account_id, receiver: { id }, delivery_id }: DeliveryRef): TableKey =>
  tableKeys.delivery(account_id, id, delivery_id);

/** Attributes of the first index, which lists the pending and the failed deliveries of a receiver; undefined for a succeeded one. */
export const deliveryStatusIndexAttributes = (
  { account_id, receiver: { id: receiverId }, id }: Delivery,
  status: Delivery['status'],
): Record<string, string> | undefined =>
  status === 'succeeded'
    ? undefined
    : accountListIndex.attributes(accountListIndex.deliveriesOf(account_id, receiverId, status), id);

/** Attributes of the second index, which lists pending deliveries for the sweeper. */
export const deliverySweepIndexAttributes = ({ id }: Delivery, sweepAt: string): Record<string, string> => ({
  sweep_at: sweepAt,
  ...dueItemsIndex.deliveries.attributes(id, sweepAt),
});

/** The item of a new delivery. */
export const deliveryItem = (delivery: Delivery): TableKey & TableItem =>
  deliveryCodec.toItem(deliveryKey(delivery), delivery, {
    ...deliveryStatusIndexAttributes(delivery, delivery.status),
    ...(delivery.sweep_at === undefined ? {} : deliverySweepIndexAttributes(delivery, delivery.sweep_at)),
    expires_at_epoch: epochSecondsOfTimestamp(delivery.created_at) + ITEM_LIFETIMES.delivery.seconds,
  });
