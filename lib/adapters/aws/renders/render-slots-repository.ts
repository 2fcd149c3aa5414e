import { z } from 'zod';
import type { PlanLimits } from '#features/accounts/public.ts';
import type { Batch, Render, RenderSlotLimits, RenderSlots } from '#features/renders/public.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { createItemCodec } from '../table/item.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** A set of ids. DynamoDB stores no empty set, so an absent attribute means an empty one. */
const idsSchema = z.set(z.string()).optional();

const slotsCodec = createItemCodec<{
  running?: Set<string> | undefined;
  waiting?: Set<string> | undefined;
  batches?: Set<string> | undefined;
  max_running: number;
}>('render_slots').of(
  z.object({ running: idsSchema, waiting: idsSchema, batches: idsSchema, max_running: z.number() }),
);

/** The render slots in an item; empty lists and the limit 0 without an item. @throws ItemFormatError */
export function renderSlotsInItem(item: TableItem | undefined): RenderSlots {
  if (!item) return { running: [], waiting: [], limit: 0, batches: [] };
  const { running = [], waiting = [], batches = [], max_running } = slotsCodec.parse(item);
  const sortedIds = (ids: Iterable<string>): string[] => [...ids].sort();
  return { running: sortedIds(running), waiting: sortedIds(waiting), limit: max_running, batches: sortedIds(batches) };
}

/**
 * Reads and writes the item of an account with the ids of its running and waiting renders, and of its open batches. Its conditions are the
 * limits.
 */
export function renderSlotsRepository(table: Table) {
  /** Part of a transaction: removes a render from some of the sets, and the batch that closes with it, if one does, from the open ones. */
  const remove = (
    { account_id, id }: Render,
    sets: readonly string[],
    closedBatchId: string | undefined,
  ): TransactItem => ({
    Update: {
      TableName: table.name,
      Key: tableKeys.renderSlots(account_id),
      UpdateExpression: `DELETE ${[...sets.map((set) => `${set} :id`), ...(closedBatchId ? ['batches :batch'] : [])].join(', ')}`,
      ExpressionAttributeValues: {
        ':id': new Set([id]),
        ...(closedBatchId ? { ':batch': new Set([closedBatchId]) } : {}),
      },
    },
  });
  /** Assignments of every update that may create the item. */
  const STAMP_ASSIGNMENTS = 'SET #entity = :slots, item_format = :format, max_running = :max_running';
  /** The values of `STAMP_ASSIGNMENTS`. */
  const stampValues = ({ running_renders }: Pick<RenderSlotLimits, 'running_renders'>) => ({
    ':slots': slotsCodec.stamp.entity,
    ':format': slotsCodec.stamp.item_format,
    ':max_running': running_renders,
  });

  return {
    /**
     * Part of a transaction: a render starts to wait, on condition that fewer than `queued_renders` wait. The plan's limit of running
     * renders is stored with it.
     */
    enter: ({ account_id, id }: Render, limits: RenderSlotLimits): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: tableKeys.renderSlots(account_id),
        UpdateExpression: `${STAMP_ASSIGNMENTS} ADD waiting :id`,
        ConditionExpression: 'attribute_not_exists(waiting) OR size(waiting) < :limit',
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: {
          ...stampValues(limits),
          ':limit': limits.queued_renders,
          ':id': new Set([id]),
        },
      },
    }),

    /**
     * Part of a transaction: a row of a batch starts to run, on condition that no render waits (waiting renders come first) and that fewer
     * than `running_renders` run.
     */
    begin: ({ account_id, id }: Render, limits: RenderSlotLimits): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: tableKeys.renderSlots(account_id),
        UpdateExpression: `${STAMP_ASSIGNMENTS} ADD running :id`,
        ConditionExpression:
          'attribute_not_exists(waiting) AND (attribute_not_exists(running) OR size(running) < :max_running)',
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: { ...stampValues(limits), ':id': new Set([id]) },
      },
    }),

    /** Part of a transaction: a batch becomes open, on condition that fewer than `open_batches` are. */
    open: (
      { account_id, id }: Pick<Batch, 'account_id' | 'id'>,
      limits: Pick<PlanLimits, 'open_batches' | 'running_renders'>,
    ): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: tableKeys.renderSlots(account_id),
        UpdateExpression: `${STAMP_ASSIGNMENTS} ADD batches :id`,
        ConditionExpression: 'attribute_not_exists(batches) OR size(batches) < :limit',
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: { ...stampValues(limits), ':limit': limits.open_batches, ':id': new Set([id]) },
      },
    }),

    /** Part of a transaction: a batch is no longer open. */
    close: ({ account_id, id }: Pick<Batch, 'account_id' | 'id'>): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: tableKeys.renderSlots(account_id),
        UpdateExpression: 'DELETE batches :id',
        ExpressionAttributeValues: { ':id': new Set([id]) },
      },
    }),

    /** Part of a transaction: a render that has ended no longer waits. @param closedBatchId id of the batch that closes with it */
    stopWaiting: (render: Render, closedBatchId?: string): TransactItem => remove(render, ['waiting'], closedBatchId),

    /** Removes a render that has ended from the running ones; does nothing if it is not among them. */
    async leaveRunning(accountId: string, renderId: string): Promise<void> {
      await attemptConditionalWrite(() =>
        table.update({
          Key: tableKeys.renderSlots(accountId),
          UpdateExpression: 'DELETE running :ids',
          ConditionExpression: 'contains(running, :id)',
          ExpressionAttributeValues: { ':ids': new Set([renderId]), ':id': renderId },
        }),
      );
    },

    /** Part of a transaction: a render that has ended neither waits nor runs. @param closedBatchId id of the batch that closes with it */
    leave: (render: Render, closedBatchId?: string): TransactItem =>
      remove(render, ['waiting', 'running'], closedBatchId),

    async read(accountId: string): Promise<RenderSlots> {
      return renderSlotsInItem(await table.get(tableKeys.renderSlots(accountId)));
    },

    /** Moves a waiting render to the running ones. @throws WriteConflictError when it does not wait, or `limit` renders run */
    async acquire(accountId: string, renderId: string, limit: number): Promise<void> {
      await table.update({
        Key: tableKeys.renderSlots(accountId),
        UpdateExpression: 'DELETE waiting :ids ADD running :ids',
        ConditionExpression: 'contains(waiting, :id) AND (attribute_not_exists(running) OR size(running) < :limit)',
        ExpressionAttributeValues: { ':ids': new Set([renderId]), ':id': renderId, ':limit': limit },
      });
    },
  };
}
