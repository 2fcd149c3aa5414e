import type { TombstoneStore } from '#platform/erasure/public.ts';
import { parseDynamoDbItems } from '../table/item.ts';
import { dueItemsIndex, tableKeys } from '../table/keys.ts';
import { queryDueItems } from '../table/query-due-items.ts';
import type { Table } from '../table/table.ts';
import { tombstoneCodec, tombstoneItem } from './tombstone-items.ts';

/** Tombstones in the table. Most are inserted and deleted in the transactions that change other items (`tombstone-items.ts`). */
export const tombstoneRepository = (table: Table): TombstoneStore => ({
  async insert(tombstone) {
    await table.put(tombstoneItem(tombstone));
  },

  async listDue(page) {
    return queryDueItems(table, dueItemsIndex.tombstones, page, (items) =>
      parseDynamoDbItems(items, tombstoneCodec, page.onUnreadable),
    );
  },

  async take({ account_id, id, due_at }, nextDueAt) {
    const { GSI2PK, GSI2SK } = dueItemsIndex.tombstones.attributes(id, nextDueAt);
    await table.update({
      Key: tableKeys.tombstone(account_id, id),
      UpdateExpression: 'SET taken = :taken, due_at = :next, GSI2PK = :pk, GSI2SK = :sk',
      ConditionExpression: 'due_at = :seen',
      ExpressionAttributeValues: { ':taken': true, ':next': nextDueAt, ':pk': GSI2PK, ':sk': GSI2SK, ':seen': due_at },
    });
  },

  async remove({ account_id, id }) {
    await table.delete(tableKeys.tombstone(account_id, id));
  },
});
