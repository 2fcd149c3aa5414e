import { z } from 'zod';
import { PLAN_NAMES } from '#features/accounts/public.ts';
import {
  BATCH_CANCEL_CAUSES,
  BATCH_STATUSES,
  type Batch,
  type BatchRowOfRender,
  batchAfterRowEnded,
  batchAfterRowFailed,
  isBatchOver,
  NARRATION_MODES,
} from '#features/renders/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { createItemCodec } from '../table/item.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { storedRenderOutputSchema } from './render-items.ts';

const countSchema = z.int().min(0);

/** Stored form of a batch. */
export const batchCodec = createItemCodec<Batch>('batch').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    plan: z.enum(PLAN_NAMES),
    timeline_id: z.string(),
    timeline_version: z.number(),
    status: z.enum(BATCH_STATUSES),
    output: storedRenderOutputSchema,
    narration: z.enum(NARRATION_MODES),
    webhook_url: z.string().optional(),
    webhook_secret: z.string().optional(),
    total: countSchema,
    begun: countSchema,
    reserved_seconds: z.number().optional(),
    reserved_characters: z.number().optional(),
    running: countSchema,
    completed: countSchema,
    failed: countSchema,
    canceled: countSchema,
    created_at: z.string(),
    begins_until: z.string(),
    canceled_by: z.enum(BATCH_CANCEL_CAUSES).optional(),
    completed_at: z.string().optional(),
  }),
);

/** Part of a transaction that changes a batch. */
export interface BatchTransactionPart {
  item: TransactItem;
  /** The id of the batch if the change ends its last row and thus closes it; else undefined. */
  closed: string | undefined;
}

const hasShare = ({ render_seconds, narration_characters }: BatchRowOfRender['share']): boolean =>
  render_seconds > 0 || narration_characters > 0;

/** Creates the parts of the transactions of renders that change the counts of their batch. */
export function createBatchCountWrites(table: Table) {
  /** Writes `nextBatch`, on condition that the status and all counts of the batch are still those of `seenBatch`. */
  const change = (seenBatch: Batch, nextBatch: Batch): BatchTransactionPart => {
    const { status, begun, running, completed, failed, canceled, canceled_by, completed_at } = nextBatch;
    // The reserved amounts change only with the start of a row and with a cancel. Both change `begun` or `status`, so the condition covers them.
    const hasReservedAmounts = nextBatch.reserved_seconds !== undefined;
    const isOver = isBatchOver(nextBatch);
    return {
      closed: isOver && seenBatch.status === 'running' ? seenBatch.id : undefined,
      item: {
        Update: {
          TableName: table.name,
          Key: tableKeys.batch(seenBatch.account_id, seenBatch.id),
          UpdateExpression: `SET #status = :status, begun = :begun, running = :running, completed = :completed, failed = :failed, canceled = :canceled${
            completed_at === undefined ? '' : ', completed_at = :ended'
          }${hasReservedAmounts ? ', reserved_seconds = :seconds, reserved_characters = :characters' : ''}${canceled_by === undefined ? '' : ', canceled_by = :by'}${isOver ? ' REMOVE GSI2PK, GSI2SK' : ''}`,
          ConditionExpression:
            '#status = :was AND begun = :was_begun AND running = :was_running AND completed = :was_completed AND failed = :was_failed AND canceled = :was_canceled',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':status': status,
            ':begun': begun,
            ':running': running,
            ':completed': completed,
            ':failed': failed,
            ':canceled': canceled,
            ':was': seenBatch.status,
            ':was_begun': seenBatch.begun,
            ':was_running': seenBatch.running,
            ':was_completed': seenBatch.completed,
            ':was_failed': seenBatch.failed,
            ':was_canceled': seenBatch.canceled,
            ...(hasReservedAmounts
              ? { ':seconds': nextBatch.reserved_seconds, ':characters': nextBatch.reserved_characters ?? 0 }
              : {}),
            ...(completed_at === undefined ? {} : { ':ended': completed_at }),
            ...(canceled_by === undefined ? {} : { ':by': canceled_by }),
          },
        },
      },
    };
  };
  const read = async (accountId: string, id: string): Promise<Batch | undefined> => {
    const item = await table.get(tableKeys.batch(accountId, id));
    return item && batchCodec.parse(item);
  };

  return {
    read,
    change,

    /**
     * Part of a transaction: the next row starts, and its share is taken from the amounts that the batch has reserved. The condition is
     * that the row is still the next one of a running batch.
     */
    beginRow: (accountId: string, { batch_id, index, share }: BatchRowOfRender): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: tableKeys.batch(accountId, batch_id),
        UpdateExpression: `ADD begun :one, running :one${hasShare(share) ? ', reserved_seconds :seconds, reserved_characters :characters' : ''}`,
        ConditionExpression: '#status = :running AND begun = :index AND begun < #total',
        ExpressionAttributeNames: { '#status': 'status', '#total': 'total' },
        ExpressionAttributeValues: {
          ':one': 1,
          ':running': 'running',
          ':index': index,
          ...(hasShare(share) ? { ':seconds': -share.render_seconds, ':characters': -share.narration_characters } : {}),
        },
      },
    }),

    /** Part of a transaction: the next row fails before it starts. @throws WriteConflictError when it is no longer the next row */
    async failRow(
      accountId: string,
      { batch_id, index, share }: BatchRowOfRender,
      endedAt: string,
    ): Promise<BatchTransactionPart> {
      const seenBatch = await read(accountId, batch_id);
      if (seenBatch?.status !== 'running' || seenBatch.begun !== index)
        throw new WriteConflictError('the row has started, or will not');
      return change(seenBatch, batchAfterRowFailed(seenBatch, share, endedAt));
    },

    /** Part of a transaction: a running row ends; undefined for a render without a batch. */
    async endRow(
      { account_id, batch_id }: { account_id: string; batch_id?: string | undefined },
      outcome: 'completed' | 'failed' | 'canceled',
      endedAt: string,
    ): Promise<BatchTransactionPart | undefined> {
      const seenBatch = batch_id === undefined ? undefined : await read(account_id, batch_id);
      // A batch that does not exist was erased with its account.
      return seenBatch && change(seenBatch, batchAfterRowEnded(seenBatch, outcome, endedAt));
    },
  };
}
