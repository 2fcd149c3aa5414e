/**
 * The items of a list, one after another; the next page is fetched when its first item is asked for.
 * @param fetchPage the request for a page; undefined: the first one
 */
export async function* itemsOf(fetchPage) {
  let cursor;
  do {
    const page = await fetchPage(cursor);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
