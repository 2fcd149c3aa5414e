import type { Usage } from '#features/accounts/public.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { addToCounters, numberIn } from './counters.ts';

/** Current amounts of an account, in any month. */
export type Holdings = Pick<Usage, 'timelines' | 'own_templates' | 'own_fonts' | 'stored_bytes'>;

/**
 * Part of the transaction that makes or removes what is counted, so that it is counted once however often a request is
 * repeated. @param limits what the account may have afterwards; what falls is never refused
 */
export const changeHoldings = (
  table: Table,
  accountId: string,
  added: Partial<Holdings>,
  limits?: Partial<Holdings>,
): TransactItem[] => addToCounters(table, keys.holdings(accountId), 'holdings', { ...added }, limits);

/** The holdings in an item; an account that never had a timeline has no item. */
export const holdingsOf = (item: Item | undefined): Holdings => ({
  timelines: numberIn(item, 'timelines'),
  own_templates: numberIn(item, 'own_templates'),
  own_fonts: numberIn(item, 'own_fonts'),
  stored_bytes: numberIn(item, 'stored_bytes'),
});
