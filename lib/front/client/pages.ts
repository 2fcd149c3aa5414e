/** A page of a list; all lists of the service have this form. */
export interface ListPage<Item> {
  data: Item[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/**
 * The items of a list, one after another. A page is requested when its first item is needed.
 * @param fetchPage requests a page; without a cursor: the first one
 */
export async function* iteratePaginatedItems<Item>(
  fetchPage: (cursor: string | undefined) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
