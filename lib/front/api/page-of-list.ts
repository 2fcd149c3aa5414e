import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';

/**
 * A page of a list that is in memory as a whole. It starts after the item with the id `after`; at the first item if that is undefined or
 * no longer in the list.
 */
export function pageOfList<Item extends { id: string }>(
  items: readonly Item[],
  { limit, after }: RepositoryPageRequest,
): RepositoryPage<Item> {
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const page = items.slice(start, start + limit);
  return { items: page, next: start + limit < items.length ? page.at(-1)?.id : undefined };
}
