import type { AccountMonthUsage } from '#features/accounts/public.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { counterIncrementWrites, counterValueIn } from './counters.ts';

/** The numbers of timelines, templates and fonts that an account has at present, and its stored bytes. */
export type AccountResourceTotals = Pick<
  AccountMonthUsage,
  'timelines' | 'own_templates' | 'own_fonts' | 'stored_bytes'
>;

/**
 * Part of a transaction: changes the totals of the resources of an account. It is in the transaction that inserts or deletes what is
 * counted, so that a repeated request is counted once.
 * @param addedAmounts by how much each number changes; may be negative
 * @param limits upper limits of what the account has afterwards; a decrease is never refused
 */
export const resourceTotalsChangeWrites = (
  table: Table,
  accountId: string,
  addedAmounts: Partial<AccountResourceTotals>,
  limits?: Partial<AccountResourceTotals>,
): TransactItem[] =>
  counterIncrementWrites(table, tableKeys.holdings(accountId), 'holdings', { ...addedAmounts }, limits);

/** The totals of resources in an item of the table; all 0 without an item. */
export const resourceTotalsInItem = (item: TableItem | undefined): AccountResourceTotals => ({
  timelines: counterValueIn(item, 'timelines'),
  own_templates: counterValueIn(item, 'own_templates'),
  own_fonts: counterValueIn(item, 'own_fonts'),
  stored_bytes: counterValueIn(item, 'stored_bytes'),
});
