import type { Page, PageRequest } from '#kernel/contract/pagination.ts';

/** A page of a list that is part of the code, in its order: it starts after the item whose id ended the last page. */
export function staticPage<Item extends { id: string }>(
  items: readonly Item[],
  { limit, after }: PageRequest,
): Page<Item> {
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const page = items.slice(start, start + limit);
  return { items: page, next: start + limit < items.length ? page.at(-1)?.id : undefined };
}
