import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import { queryPageNewestFirst } from './query-page-newest-first.ts';
import type { Table, TableItem } from './table.ts';

/**
 * A page of the items of a partition whose sort keys are a prefix followed by an id, newest first. Positions of pages are ids.
 * @param above lower bound of the ids; with `below`, the upper bound, it is a result of `idBoundsBetween`
 */
export async function queryPageByPrefix<Entity>(
  table: Table,
  { PK, prefix, above, below }: { PK: string; prefix: string; above?: string; below?: string },
  parse: (item: TableItem) => Entity,
  { limit, after }: RepositoryPageRequest,
): Promise<RepositoryPage<Entity>> {
  const list = {
    partition: { name: 'PK', value: PK },
    sortKey: 'SK',
    range: { above: `${prefix}${above ?? ''}`, below: `${prefix}${below ?? '~'}` },
    filter: {},
    read: parse,
  };
  const page = await queryPageNewestFirst(table, list, {
    limit,
    after: after === undefined ? undefined : `${prefix}${after}`,
  });
  return { items: page.items, next: page.next?.slice(prefix.length) };
}
