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
function mentionsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).includes(text);
  if (Array.isArray(value) || value instanceof Set) return [...value].some((inner) => mentionsText(inner, text));
  return Object.entries(value).some(([name, inner]) => name.includes(text) || mentionsText(inner, text));
}

/**
 * Scans the whole table and lists the whole bucket for items and files that name an account. It does not depend on the lists of
 * places that an erasure works through, so it can prove that the erasure was complete. For operators only, because of the cost.
 */
export async function scanForAccountRemains(
  table: Pick<Table, 'scan'>,
  files: Pick<FileRemover, 'list'>,
  accountId: string,
): Promise<AccountRemains> {
  const remains: AccountRemains = { items: [], files: [] };
  let lastKey: TableItem | undefined;
  do {
    const page = await table.scan(lastKey);
    for (const item of page.items) if (mentionsText(item, accountId)) remains.items.push(`${item.PK} ${item.SK}`);
    lastKey = page.lastKey;
  } while (lastKey);
  let afterKey: string | undefined;
  do {
    const listedKeys = await files.list('', afterKey);
    remains.files.push(...listedKeys.filter((key) => key.includes(accountId)));
    afterKey = listedKeys.at(-1);
  } while (afterKey !== undefined);
  return remains;
}
