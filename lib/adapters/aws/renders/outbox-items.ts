import { z } from 'zod';
import { RENDER_EVENTS, type RenderEvent } from '#features/renders/public.ts';
import { addSeconds, epochSecondsOfTimestamp, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { createItemCodec } from '../table/item.ts';
import { dueItemsIndex, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { storedRenderSchema } from './render-items.ts';

/** Seconds after which the sweeper dispatches an event. The stream usually delivers it within a second. */
const DISPATCH_SECONDS = 60;

/** The time at which the sweeper dispatches an event that the stream has not delivered. */
export const sweeperDispatchTime = (event: Pick<RenderEvent, 'created_at'>): string =>
  formatUtcTimestamp(addSeconds(new Date(event.created_at), DISPATCH_SECONDS));

/** Stored form of an event. The body that its deliveries share is an attribute of the same item. */
export const outboxCodec = createItemCodec<RenderEvent>('outbox').of(
  z.object({
    event: z.enum(RENDER_EVENTS),
    event_id: z.string(),
    created_at: z.string(),
    account_id: z.string(),
    render: storedRenderSchema,
  }),
);

/** Part of a transaction: inserts the event about the change. Its id is fixed, so that a repeated transaction stores it once. */
export const outboxInsertWrite = (table: Table, event: RenderEvent): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: outboxCodec.toItem(tableKeys.outbox(event.account_id, event.render.id, event.event_id), event, {
      ...dueItemsIndex.outbox.attributes(event.event_id, sweeperDispatchTime(event)),
      expires_at_epoch: epochSecondsOfTimestamp(event.created_at) + ITEM_LIFETIMES.outbox.seconds,
    }),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});
