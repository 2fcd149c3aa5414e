import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/**
 * Part of a transaction: the condition that the account was not deleted. Transactions that accept work need it, because a request that
 * was authenticated before the deletion may still be running.
 */
export const accountNotDeletedCondition = (table: Table, accountId: string): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: tableKeys.accounting(accountId),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});
