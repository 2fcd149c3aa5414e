import { z } from 'zod';
import type { Render, RenderSlots, SlotLimits } from '../../renders/public.ts';
import { unlessConflict } from '../../shared/errors.ts';
import { itemCodec } from '../table/item.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table, TransactItem } from '../table/table.ts';

/** DynamoDB stores no empty set: an absent attribute is one. */
const ids = z.set(z.string()).optional();

const slotsCodec = itemCodec<{
  running?: Set<string> | undefined;
  waiting?: Set<string> | undefined;
  max_running: number;
}>('render_slots').of(z.object({ running: ids, waiting: ids, max_running: z.number() }));

/** The slots in an item; an account without renders has no item. @throws ItemFormatError */
export function slotsOf(item: Item | undefined): RenderSlots {
  if (!item) return { running: [], waiting: [], limit: 0 };
  const { running = [], waiting = [], max_running } = slotsCodec.parse(item);
  return { running: [...running].sort(), waiting: [...waiting].sort(), limit: max_running };
}

/** Reads and writes the item of an account with the ids of its running and waiting renders. Its conditions are the limits. */
export function renderSlotsItem(table: Table) {
  return {
    /** Part of a transaction: a render waits. The plan's limit of running renders is stored with it. */
    enter: ({ account_id, id }: Render, limits: SlotLimits): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: keys.renderSlots(account_id),
        UpdateExpression: 'SET #entity = :slots, item_format = :format, max_running = :running ADD waiting :id',
        ConditionExpression: 'attribute_not_exists(waiting) OR size(waiting) < :limit',
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: {
          ':slots': slotsCodec.stamp.entity,
          ':format': slotsCodec.stamp.item_format,
          ':running': limits.running_renders,
          ':limit': limits.queued_renders,
          ':id': new Set([id]),
        },
      },
    }),

    /** Part of a transaction: a render that has ended does not wait. */
    stopWaiting: ({ account_id, id }: Render): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: keys.renderSlots(account_id),
        UpdateExpression: 'DELETE waiting :id',
        ExpressionAttributeValues: { ':id': new Set([id]) },
      },
    }),

    /** A render that has ended no longer runs. */
    async leaveRunning(accountId: string, renderId: string): Promise<void> {
      await unlessConflict(() =>
        table.update({
          Key: keys.renderSlots(accountId),
          UpdateExpression: 'DELETE running :ids',
          ConditionExpression: 'contains(running, :id)',
          ExpressionAttributeValues: { ':ids': new Set([renderId]), ':id': renderId },
        }),
      );
    },

    /** Part of a transaction: a render that has ended neither waits nor runs. */
    leave: ({ account_id, id }: Render): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: keys.renderSlots(account_id),
        UpdateExpression: 'DELETE waiting :id, running :id',
        ExpressionAttributeValues: { ':id': new Set([id]) },
      },
    }),

    async read(accountId: string): Promise<RenderSlots> {
      return slotsOf(await table.get(keys.renderSlots(accountId)));
    },

    async acquire(accountId: string, renderId: string, limit: number): Promise<void> {
      await table.update({
        Key: keys.renderSlots(accountId),
        UpdateExpression: 'DELETE waiting :ids ADD running :ids',
        ConditionExpression: 'contains(waiting, :id) AND (attribute_not_exists(running) OR size(running) < :limit)',
        ExpressionAttributeValues: { ':ids': new Set([renderId]), ':id': renderId, ':limit': limit },
      });
    },
  };
}
