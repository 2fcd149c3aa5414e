/** A page of a list, as every list of the service is answered. */
export interface ListPage<Item> {
  data: Item[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/**
 * The items of a list, one after another; the next page is fetched when its first item is asked for.
 * @param fetchPage the request for a page; undefined: the first one
 */
export async function* itemsOf<Item>(
  fetchPage: (cursor: string | undefined) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
