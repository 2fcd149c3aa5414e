import type { ErasedFiles } from '#platform/erasure/public.ts';
import type { Item, Table } from '../table/table.ts';

/** Items and files that name an account, wherever they are. */
export interface WhatIsLeft {
  /** Keys of them, as `<PK> <SK>`. */
  items: string[];
  /** By their keys. */
  files: string[];
}

/** Reports whether a value of an item names a text anywhere: in a name or an attribute, a set, a list, a document or bytes within it. */
function names(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).includes(text);
  if (Array.isArray(value) || value instanceof Set) return [...value].some((inner) => names(inner, text));
  return Object.entries(value).some(([name, inner]) => name.includes(text) || names(inner, text));
}

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
