import { monthlyAmounts } from '#features/accounts/public.ts';
import { afterCancel, type BatchStore, isBatchOver, nextBatchCheck, reservedFor } from '#features/renders/public.ts';
import { WriteConflict } from '#kernel/shared/errors.ts';
import { idsBetween } from '#kernel/shared/ids.ts';
import { notDeleted } from '../accounts/not-deleted.ts';
import { changeUsage, refusedAmount } from '../accounts/usage-repository.ts';
import { gsi1, gsi2, keys } from '../table/keys.ts';
import { pageNewestFirst } from '../table/page-newest-first.ts';
import { dueEntries } from '../table/query-due-items.ts';
import type { Item, Table } from '../table/table.ts';
import { CONFLICT } from '../table/transaction.ts';
import { batchCodec, batchItems } from './batch-items.ts';
import { renderSlotsItem } from './render-slots-item.ts';

/** Batches in the table. Those that are not over are in the sweeper's index; those whose rows may start are in the slots of their account. */
export function batchRepository(table: Table): BatchStore {
  const items = batchItems(table);
  const slots = renderSlotsItem(table);

  return {
    async insert(batch, limits, answer) {
      const month = monthlyAmounts(limits);
      const booked = reservedFor(batch);
      const item = batchCodec.toItem(keys.batch(batch.account_id, batch.id), batch, {
        ...gsi1.attributes(gsi1.batchesOf(batch.account_id), batch.id),
        ...gsi2.batches.attributes(batch.id, nextBatchCheck(new Date(batch.created_at))),
      });
      const refused = await table.transact(
        {
          batch: { Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
          slot: slots.open(batch, limits),
          account: notDeleted(table, batch.account_id),
          month: changeUsage(table, batch.account_id, [{ at: batch.created_at, booked }], month),
        },
        {
          answer,
          refusals: { account: 'account_deleted', slot: 'too_many', month: 'month_used', batch: CONFLICT },
        },
      );
      if (refused === 'month_used')
        return refusedAmount(table, { account_id: batch.account_id, at: batch.created_at }, booked, month);
      return refused ?? 'inserted';
    },

    find: items.read,

    async findMany(accountId, ids) {
      const found = await table.getMany(ids.map((id) => keys.batch(accountId, id)));
      return found.map((item) => batchCodec.parse(item));
    },

    list(accountId, { created_after, created_before, ...filter }, page) {
      const range = idsBetween('batch', { created_after, created_before });
      const partition = { name: 'GSI1PK', value: gsi1.batchesOf(accountId) };
      const read = (item: Item) => batchCodec.parse(item);
      return pageNewestFirst(table, { index: gsi1.name, partition, sortKey: 'GSI1SK', range, filter, read }, page);
    },

    async cancel(batch, at, by) {
      const reserved = reservedFor(batch);
      const booked = {
        render_seconds: -reserved.render_seconds,
        narration_characters: -reserved.narration_characters,
      };
      await table.transact({
        batch: items.change(batch, { ...afterCancel(batch, at), canceled_by: by }).item,
        slot: slots.close(batch),
        month: changeUsage(table, batch.account_id, [{ at: batch.created_at, booked }]),
      });
    },

    listDue: (request) =>
      dueEntries(table, gsi2.batches, request, batchCodec, (batch, listed_as) => ({ batch, listed_as })),

    async noteCheck({ batch, listed_as }, next) {
      if (isBatchOver(batch)) throw new WriteConflict('the batch is over');
      await table.update({
        Key: keys.batch(batch.account_id, batch.id),
        UpdateExpression: 'SET GSI2SK = :next',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: { ':next': gsi2.batches.attributes(batch.id, next).GSI2SK, ':seen': listed_as },
      });
    },
  };
}
