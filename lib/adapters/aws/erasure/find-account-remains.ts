import type { FileRemover } from '#platform/erasure/public.ts';
import type { Table, TableItem } from '../table/table.ts';

/** Items and files that still name an account. */
export interface AccountRemains {
  /** Keys of items, as `<PK> <SK>`. */
  items: string[];
  /** Keys of files. */
  files: string[];
}

/** Reports whether a text occurs in a value of an item: in a string, in bytes, or at any depth in names and values of sets, lists and maps. */
function names(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).includes(text);
  if (Array.isArray(value) || value instanceof Set) return [...value].some((inner) => names(inner, text));
  return Object.entries(value).some(([name, inner]) => name.includes(text) || names(inner, text));
}

/**
 * Scans the whole table and lists the whole bucket for items and files that name an account. It does not depend on the lists of
 * places that an erasure works through, so it can prove that the erasure was complete. For operators only, because of the cost.
 */
export async function findAccountRemains(
  table: Pick<Table, 'scan'>,
  files: Pick<FileRemover, 'list'>,
  accountId: string,
): Promise<AccountRemains> {
  const remains: AccountRemains = { items: [], files: [] };
  let lastKey: TableItem | undefined;
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
