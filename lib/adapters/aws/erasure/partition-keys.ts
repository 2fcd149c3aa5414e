import { itemsUnder } from '../table/items-under.ts';
import type { Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** The number of items of one page. */
const PAGE = 100;

/** The key of an item. @throws TypeError for an item without one */
export function keyOf({ PK, SK }: Item): Key {
  if (typeof PK !== 'string' || typeof SK !== 'string') throw new TypeError('an item without a key');
  return { PK, SK };
}

/** The items of a partition, strongly consistent, in pages. They may be deleted while they are read. */
export async function* itemsIn(table: Table, PK: string, prefix?: string): AsyncGenerator<Item[]> {
  let lastKey: Item | undefined;
  do {
    const page = await table.page({
      ...itemsUnder(PK, prefix),
      Limit: PAGE,
      ...(lastKey ? { ExclusiveStartKey: lastKey } : {}),
    });
    if (page.items.length > 0) yield page.items;
    lastKey = page.lastKey;
  } while (lastKey);
}

/** The keys of the items of a partition, in pages. */
export async function* keysIn(table: Table, PK: string): AsyncGenerator<Key[]> {
  for await (const items of itemsIn(table, PK)) yield items.map(keyOf);
}
