import type { AccountMonthUsage } from '#features/accounts/public.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { counterIncrementWrite, counterValueIn } from './counters.ts';

/** Amounts that an account has at present: timelines, templates, fonts and stored bytes. */
export type AccountHoldings = Pick<AccountMonthUsage, 'timelines' | 'own_templates' | 'own_fonts' | 'stored_bytes'>;

/**
 * Part of a transaction: changes the holdings of an account. It is in the transaction that inserts or deletes what is counted, so that a
 * repeated request is counted once.
 * @param limits the most that the account may have afterwards; a decrease is never refused
 */
export const holdingsChangeWrite = (
  table: Table,
  accountId: string,
  added: Partial<AccountHoldings>,
  limits?: Partial<AccountHoldings>,
): TransactItem[] => counterIncrementWrite(table, tableKeys.holdings(accountId), 'holdings', { ...added }, limits);

/** The holdings in an item; all 0 without an item. */
export const holdingsInItem = (item: TableItem | undefined): AccountHoldings => ({
  timelines: counterValueIn(item, 'timelines'),
  own_templates: counterValueIn(item, 'own_templates'),
  own_fonts: counterValueIn(item, 'own_fonts'),
  stored_bytes: counterValueIn(item, 'stored_bytes'),
});
