import type { TableKey } from '../table/keys.ts';
import type { TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { credentialListEntryCodec } from './account-items.ts';

/** Part of a transaction: writes an item that does not exist yet. */
export const insertIfAbsentWrite = (tableName: string, item: TableKey & TableItem): TransactItem => ({
  Put: { TableName: tableName, Item: item, ConditionExpression: 'attribute_not_exists(PK)' },
});

/** Parts of a transaction: a new credential, and its entry in the list of its account. */
export const newCredentialWrites = (tableName: string, item: TableKey & TableItem, entry: TableKey) => ({
  credential: insertIfAbsentWrite(tableName, item),
  entry: insertIfAbsentWrite(tableName, credentialListEntryCodec.toItem(entry, { of: { PK: item.PK, SK: item.SK } })),
});
