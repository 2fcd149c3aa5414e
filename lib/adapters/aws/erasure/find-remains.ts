import { inspect } from 'node:util';
import type { ErasedFiles } from '#platform/erasure/public.ts';
import type { Item, Table } from '../table/table.ts';

/** Items and files that name an account, wherever they are. */
export interface WhatIsLeft {
  /** As `<PK> <SK>`. */
  items: string[];
  /** By their keys. */
  files: string[];
}

/** Reports whether an item names a text anywhere: in its keys, an attribute, a set or a document within it. */
const names = (item: Item, text: string): boolean =>
  inspect(item, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Number.POSITIVE_INFINITY,
  }).includes(text);

/**
 * Reads the whole table and lists the whole bucket, a page at a time, for everything that names an account. It knows nothing
 * of where such things are kept, so it proves what an erasure did. Only for operators: it takes a read of all that is stored.
 */
export async function findRemains(
  table: Table,
  files: Pick<ErasedFiles, 'list'>,
  accountId: string,
): Promise<WhatIsLeft> {
  const remains: WhatIsLeft = { items: [], files: [] };
  let lastKey: Item | undefined;
  do {
    const page = await table.scan(lastKey);
    for (const item of page.items) if (names(item, accountId)) remains.items.push(`${item.PK} ${item.SK}`);
    lastKey = page.lastKey;
  } while (lastKey);
  let after: string | undefined;
  do {
    const listed = await files.list('', after);
    remains.files.push(...listed.filter((key) => key.includes(accountId)));
    after = listed.at(-1);
  } while (after !== undefined);
  return remains;
}
