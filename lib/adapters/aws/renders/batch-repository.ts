import { monthlyAmountsOfPlan } from '#features/accounts/public.ts';
import {
  amountsReservedForWaitingRows,
  type BatchStore,
  batchAfterCancel,
  isBatchOver,
  nextSweeperCheckTimeOfBatch,
} from '#features/renders/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { idBoundsBetween } from '#kernel/shared/ids.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { findExceededMonthlyAmount, usageChangeWrites } from '../accounts/usage-repository.ts';
import { accountListIndex, dueItemsIndex, tableKeys } from '../table/keys.ts';
import { listDueEntriesPage } from '../table/query-due-items.ts';
import { queryPageNewestFirst } from '../table/query-page-newest-first.ts';
import type { Table, TableItem } from '../table/table.ts';
import { REFUSED_BY_CONFLICT } from '../table/transaction.ts';
import { batchCodec, createBatchCountWrites } from './batch-items.ts';
import { renderSlotsRepository } from './render-slots-repository.ts';

/** Batches in the table. Those that are not over are in the sweeper's index; those whose rows may start are in the slots of their account. */
export function batchRepository(table: Table): BatchStore {
  const countWrites = createBatchCountWrites(table);
  const slots = renderSlotsRepository(table);

  return {
    async insert(batch, limits, answer) {
      const month = monthlyAmountsOfPlan(limits);
      const booked = amountsReservedForWaitingRows(batch);
      const item = batchCodec.toItem(tableKeys.batch(batch.account_id, batch.id), batch, {
        ...accountListIndex.attributes(accountListIndex.batchesOf(batch.account_id), batch.id),
        ...dueItemsIndex.batches.attributes(batch.id, nextSweeperCheckTimeOfBatch(new Date(batch.created_at))),
      });
      const refusal = await table.transact(
        {
          batch: { Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
          slot: slots.open(batch, limits),
          account: accountNotDeletedCondition(table, batch.account_id),
          month: usageChangeWrites(table, batch.account_id, [{ at: batch.created_at, booked }], month),
        },
        {
          answer,
          refusals: { account: 'account_deleted', slot: 'too_many', month: 'month_used', batch: REFUSED_BY_CONFLICT },
        },
      );
      if (refusal === 'month_used')
        return findExceededMonthlyAmount(table, { account_id: batch.account_id, at: batch.created_at }, booked, month);
      return refusal ?? 'inserted';
    },

    find: countWrites.read,

    async findMany(accountId, ids) {
      const batchItems = await table.getMany(ids.map((id) => tableKeys.batch(accountId, id)));
      return batchItems.map((item) => batchCodec.parse(item));
    },

    list(accountId, { created_after, created_before, ...filter }, page) {
      const range = idBoundsBetween('batch', { created_after, created_before });
      const partition = { name: 'GSI1PK', value: accountListIndex.batchesOf(accountId) };
      const parseBatch = (item: TableItem) => batchCodec.parse(item);
      return queryPageNewestFirst(
        table,
        { index: accountListIndex.name, partition, sortKey: 'GSI1SK', range, filter, read: parseBatch },
        page,
      );
    },

    async cancel(batch, canceledAt, cause) {
      const reserved = amountsReservedForWaitingRows(batch);
      const booked = {
        render_seconds: -reserved.render_seconds,
        narration_characters: -reserved.narration_characters,
      };
      await table.transact({
        batch: countWrites.change(batch, { ...batchAfterCancel(batch, canceledAt), canceled_by: cause }).item,
        slot: slots.close(batch),
        month: usageChangeWrites(table, batch.account_id, [{ at: batch.created_at, booked }]),
      });
    },

    listDue: (request) =>
      listDueEntriesPage(table, dueItemsIndex.batches, request, batchCodec, (batch, listed_as) => ({
        batch,
        listed_as,
      })),

    async noteCheck({ batch, listed_as }, nextCheckAt) {
      if (isBatchOver(batch)) throw new WriteConflictError('the batch is over');
      await table.update({
        Key: tableKeys.batch(batch.account_id, batch.id),
        UpdateExpression: 'SET GSI2SK = :next',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: {
          ':next': dueItemsIndex.batches.attributes(batch.id, nextCheckAt).GSI2SK,
          ':seen': listed_as,
        },
      });
    },
  };
}
