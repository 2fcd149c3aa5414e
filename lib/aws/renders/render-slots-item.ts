import type { Render, RenderSlots, SlotLimits } from '../../renders/public.ts';
import { setIn } from '../accounts/usage-repository.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table, TransactItem } from '../table/table.ts';

/** The slots in an item; an account without renders has no item. */
export function slotsOf(item: Item | undefined): RenderSlots {
  const limit = item?.max_running;
  return {
    running: setIn(item, 'running'),
    waiting: setIn(item, 'waiting'),
    limit: typeof limit === 'number' ? limit : 0,
  };
}

/** Reads and writes the item of an account with the ids of its running and waiting renders. Its conditions are the limits. */
export function renderSlotsItem(table: Table) {
  return {
    /** Part of a transaction: a render waits. The plan's limit of running renders is stored with it. */
    enter: ({ account_id, id }: Render, limits: SlotLimits): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: keys.renderSlots(account_id),
        UpdateExpression: 'SET #entity = :slots, max_running = :running ADD waiting :id',
        ConditionExpression: 'attribute_not_exists(waiting) OR size(waiting) < :limit',
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: {
          ':slots': 'render_slots',
          ':running': limits.running_renders,
          ':limit': limits.queued_renders,
          ':id': new Set([id]),
        },
      },
    }),

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
