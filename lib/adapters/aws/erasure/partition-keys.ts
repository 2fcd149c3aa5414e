import { partitionQuery } from '../table/items-under.ts';
import type { TableKey } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';

/** The number of items of one page. */
const ITEMS_PER_PAGE = 100;

/** The key of an item. @throws TypeError for an item without one */
export function keyOfItem({ PK, SK }: TableItem): TableKey {
  if (typeof PK !== 'string' || typeof SK !== 'string') throw new TypeError('an item without a key');
  return { PK, SK };
}

/** The items of a partition, strongly consistent, in pages. They may be deleted while they are read. */
export async function* readPartitionInPages(table: Table, PK: string, prefix?: string): AsyncGenerator<TableItem[]> {
  let lastKey: TableItem | undefined;
  do {
    const page = await table.page({
      ...partitionQuery(PK, prefix),
      Limit: ITEMS_PER_PAGE,
      ...(lastKey ? { ExclusiveStartKey: lastKey } : {}),
    });
    if (page.items.length > 0) yield page.items;
    lastKey = page.lastKey;
  } while (lastKey);
}

/** The keys of the items of a partition, in pages. */
export async function* partitionItemKeyPages(table: Table, PK: string): AsyncGenerator<TableKey[]> {
  for await (const items of readPartitionInPages(table, PK)) yield items.map(keyOfItem);
}
