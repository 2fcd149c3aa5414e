import { roundToMilliseconds } from '#features/accounts/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import type { DeletedAccountRecord, DeletedAccountRecordStore, MonthlyAccountUsage } from '#platform/erasure/public.ts';
import { accountCodec } from '../accounts/account-items.ts';
import { itemKeysOfAccountCredentials } from '../accounts/account-repository.ts';
import { counterValueIn } from '../accounts/counters.ts';
import { parseDynamoDbItems } from '../table/item.ts';
import { partitionQuery } from '../table/items-under.ts';
import { dueItemsIndex, sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import { queryDueItems } from '../table/query-due-items.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { deletedAccountRecordCodec, deletedAccountRecordItem } from './accounting-items.ts';
import { keyOfItem } from './partition-keys.ts';

/** Attempts of a transaction that meets changes of credentials or of usage. */
const TRANSACTION_ATTEMPTS = 10;
/** The number of months whose usage one transaction moves into the record. */
const MONTHS_PER_TRANSACTION = 48;

const COUNTED_ATTRIBUTES = ['renders', 'render_seconds', 'narration_characters'] as const;

const usageInItem = (item: TableItem): MonthlyAccountUsage => ({
  renders: counterValueIn(item, 'renders'),
  render_seconds: counterValueIn(item, 'render_seconds'),
  narration_characters: counterValueIn(item, 'narration_characters'),
});

const sumOfUsage = (a: MonthlyAccountUsage | undefined, b: MonthlyAccountUsage): MonthlyAccountUsage => ({
  renders: (a?.renders ?? 0) + b.renders,
  render_seconds: roundToMilliseconds((a?.render_seconds ?? 0) + b.render_seconds),
  narration_characters: (a?.narration_characters ?? 0) + b.narration_characters,
});

/** Accounting records, one item for each deleted account. */
export function deletedAccountRecordRepository(table: Table): DeletedAccountRecordStore {
  const find = async (accountId: string): Promise<DeletedAccountRecord | undefined> => {
    const item = await table.get(tableKeys.accounting(accountId));
    return item && deletedAccountRecordCodec.parse(item);
  };

  /** Part of a transaction: deletes a month's usage, on condition that it is unchanged since it was read: a late worker may count in between. */
  const unchangedUsageDeleteWrite = (item: TableItem): TransactItem => {
    const presentNames = COUNTED_ATTRIBUTES.filter((name) => item[name] !== undefined);
    const absentNames = COUNTED_ATTRIBUTES.filter((name) => item[name] === undefined);
    return {
      Delete: {
        TableName: table.name,
        Key: keyOfItem(item),
        ConditionExpression: [
          'attribute_exists(PK)',
          ...presentNames.map((name) => `${name} = :${name}`),
          ...absentNames.map((name) => `attribute_not_exists(${name})`),
        ].join(' AND '),
        ...(presentNames.length === 0
          ? {}
          : { ExpressionAttributeValues: Object.fromEntries(presentNames.map((name) => [`:${name}`, item[name]])) }),
      },
    };
  };

  return {
    find,

    begin: (accountId, deletedAt, dueAt) =>
      retryOnConflict({ attempts: TRANSACTION_ATTEMPTS }, async () => {
        const item = await table.get(tableKeys.account(accountId));
        if (!item) return undefined;
        const credentials = await itemKeysOfAccountCredentials(table, accountId);
        const record: DeletedAccountRecord = {
          account_id: accountId,
          created_at: accountCodec.parse(item).created_at,
          deleted_at: deletedAt,
          months: {},
          phase: 'erasing',
          due_at: dueAt,
          changes: 0,
        };
        const credentialsMade = counterValueIn(item, 'credentials_made');
        await table.transact({
          account: {
            Delete: {
              TableName: table.name,
              Key: tableKeys.account(accountId),
              // A credential that was inserted after the list was read would otherwise not be deleted.
              ConditionExpression:
                credentialsMade === 0
                  ? 'attribute_exists(PK) AND attribute_not_exists(credentials_made)'
                  : 'credentials_made = :made',
              ...(credentialsMade === 0 ? {} : { ExpressionAttributeValues: { ':made': credentialsMade } }),
            },
          },
          record: {
            Put: {
              TableName: table.name,
              Item: deletedAccountRecordItem(record),
              ConditionExpression: 'attribute_not_exists(PK)',
            },
          },
          credentials: credentials.map((Key) => ({ Delete: { TableName: table.name, Key } })),
        });
        return record;
      }),

    listDue: (page) =>
      queryDueItems(table, dueItemsIndex.erasures, page, (items) =>
        parseDynamoDbItems(items, deletedAccountRecordCodec, page.onUnreadable),
      ),

    async postpone({ account_id, due_at }, dueAt) {
      const { GSI2PK, GSI2SK } = dueItemsIndex.erasures.attributes(account_id, dueAt);
      const item = await table.update({
        Key: tableKeys.accounting(account_id),
        UpdateExpression: 'SET due_at = :next, GSI2PK = :pk, GSI2SK = :sk',
        ConditionExpression: 'due_at = :seen',
        ExpressionAttributeValues: { ':next': dueAt, ':pk': GSI2PK, ':sk': GSI2SK, ':seen': due_at ?? '' },
      });
      return deletedAccountRecordCodec.parse(item);
    },

    async wait({ account_id }, secondPassAt) {
      const { GSI2PK, GSI2SK } = dueItemsIndex.erasures.attributes(account_id, secondPassAt);
      const item = await table.update({
        Key: tableKeys.accounting(account_id),
        UpdateExpression: 'SET phase = :waiting, second_pass_at = :next, due_at = :next, GSI2PK = :pk, GSI2SK = :sk',
        ConditionExpression: 'phase = :erasing',
        ExpressionAttributeValues: {
          ':waiting': 'waiting',
          ':erasing': 'erasing',
          ':next': secondPassAt,
          ':pk': GSI2PK,
          ':sk': GSI2SK,
        },
      });
      return deletedAccountRecordCodec.parse(item);
    },

    async end({ account_id }, erasedAt) {
      const item = await table.update({
        Key: tableKeys.accounting(account_id),
        UpdateExpression: 'SET phase = :erased, erased_at = :at REMOVE due_at, GSI2PK, GSI2SK',
        ConditionExpression: 'phase = :waiting',
        ExpressionAttributeValues: { ':erased': 'erased', ':waiting': 'waiting', ':at': erasedAt },
      });
      return deletedAccountRecordCodec.parse(item);
    },

    foldUsage: (accountId) =>
      retryOnConflict({ attempts: TRANSACTION_ATTEMPTS }, async () => {
        const { PK } = tableKeys.usage(accountId, '');
        for (;;) {
          const { items } = await table.page({
            ...partitionQuery(PK, sortKeyPrefixes.usage),
            Limit: MONTHS_PER_TRANSACTION,
          });
          if (items.length === 0) return;
          const record = await find(accountId);
          if (!record) throw new WriteConflictError('the account was not deleted');
          const months = { ...record.months };
          for (const item of items) {
            const month = keyOfItem(item).SK.slice(sortKeyPrefixes.usage.length);
            months[month] = sumOfUsage(ownPropertyValue(months, month), usageInItem(item));
          }
          await table.transact({
            record: {
              Update: {
                TableName: table.name,
                Key: tableKeys.accounting(accountId),
                UpdateExpression: 'SET months = :months ADD changes :one',
                ConditionExpression: 'changes = :seen',
                ExpressionAttributeValues: { ':months': months, ':one': 1, ':seen': record.changes },
              },
            },
            months: items.map(unchangedUsageDeleteWrite),
          });
        }
      }),
  };
}
