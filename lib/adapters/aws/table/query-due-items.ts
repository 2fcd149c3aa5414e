import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import type { DueEntriesPage, DueEntriesPageRequest } from '#platform/recovery/public.ts';
import { type ItemCodec, parseDynamoDbItems } from './item.ts';
import { type DueIndexOfKind, dueItemsIndex } from './keys.ts';
import { pageKeySchema } from './page-key.ts';
import type { Table, TableItem } from './table.ts';

/** The key after which a page starts. A position is the last key of a page, in JSON; for any other text the key is undefined: the start. */
function startKey(position: string | undefined): TableItem | undefined {
  return position === undefined ? undefined : parseJsonIfValid(pageKeySchema, position);
}

/**
 * One page of the due entries of a shard in the second index, the longest due first. Sort keys there start with the time at which an
 * entry is due.
 * @param entriesOf makes the entries of items, without those that cannot be parsed
 */
export async function queryDueItems<Entry>(
  table: Table,
  index: DueIndexOfKind,
  { shard, now, limit, after }: DueEntriesPageRequest,
  entriesOf: (items: TableItem[]) => Entry[],
): Promise<DueEntriesPage<Entry>> {
  const start = startKey(after);
  const { items, lastKey } = await table.page({
    IndexName: dueItemsIndex.name,
    KeyConditionExpression: 'GSI2PK = :pk AND GSI2SK < :now',
    ExpressionAttributeValues: { ':pk': index.partition(shard), ':now': now },
    Limit: limit,
    ...(start ? { ExclusiveStartKey: start } : {}),
  });
  return { entries: entriesOf(items), ...(lastKey ? { next: JSON.stringify(lastKey) } : {}) };
}

/** The sort key under which the index lists an item; a write that moves the item has it as its condition. */
export const dueIndexSortKey = ({ GSI2SK }: TableItem): string => (typeof GSI2SK === 'string' ? GSI2SK : '');

/**
 * One page of the due items of one kind, as `queryDueItems` lists them; items that cannot be parsed are reported and left out.
 * @param entryOf makes the entry of an item; `listed_as` is the item's sort key in the index
 */
export const listDueEntriesPage = <Stored, Entry>(
  table: Table,
  index: DueIndexOfKind,
  request: DueEntriesPageRequest,
  codec: Pick<ItemCodec<Stored>, 'parse'>,
  entryOf: (stored: Stored, listed_as: string) => Entry,
): Promise<DueEntriesPage<Entry>> =>
  queryDueItems(table, index, request, (items) =>
    items.flatMap((item) =>
      parseDynamoDbItems([item], codec, request.onUnreadable).map((stored) => entryOf(stored, dueIndexSortKey(item))),
    ),
  );
