import type { Usage } from '#features/accounts/public.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { addToCounters, numberIn } from './counters.ts';

/** Amounts that an account has at present: timelines, templates, fonts and stored bytes. */
export type Holdings = Pick<Usage, 'timelines' | 'own_templates' | 'own_fonts' | 'stored_bytes'>;

/**
 * Part of a transaction: changes the holdings of an account. It is in the transaction that inserts or deletes what is counted, so that a
 * repeated request is counted once.
 * @param limits the most that the account may have afterwards; a decrease is never refused
 */
export const changeHoldings = (
  table: Table,
  accountId: string,
  added: Partial<Holdings>,
  limits?: Partial<Holdings>,
): TransactItem[] => addToCounters(table, keys.holdings(accountId), 'holdings', { ...added }, limits);

/** The holdings in an item; all 0 without an item. */
export const holdingsOf = (item: Item | undefined): Holdings => ({
  timelines: numberIn(item, 'timelines'),
  own_templates: numberIn(item, 'own_templates'),
  own_fonts: numberIn(item, 'own_fonts'),
  stored_bytes: numberIn(item, 'stored_bytes'),
});
