import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import type { DuePage, DuePageRequest } from '#platform/recovery/public.ts';
import { type ItemCodec, parseItems } from './item.ts';
import { type DueIndex, gsi2 } from './keys.ts';
import { pageKey } from './page-key.ts';
import type { Item, Table } from './table.ts';

/** A position is the last key of a page, as DynamoDB gave it. One of another form is the beginning. */
function startKey(position: string | undefined): Item | undefined {
  return position === undefined ? undefined : parseJsonIf(pageKey, position);
}

/**
 * One page of the due entries of a shard in the second index, the longest due first. Their sort keys start with the time
 * at which they are due.
 * @param read the entries of items, without those that cannot be read
 */
export async function dueItems<Entry>(
  table: Table,
  index: DueIndex,
  { shard, now, limit, after }: DuePageRequest,
  read: (items: Item[]) => Entry[],
): Promise<DuePage<Entry>> {
  const start = startKey(after);
  const { items, lastKey } = await table.page({
    IndexName: gsi2.name,
    KeyConditionExpression: 'GSI2PK = :pk AND GSI2SK < :now',
    ExpressionAttributeValues: { ':pk': index.partition(shard), ':now': now },
    Limit: limit,
    ...(start ? { ExclusiveStartKey: start } : {}),
  });
  return { entries: read(items), ...(lastKey ? { next: JSON.stringify(lastKey) } : {}) };
}

/** The sort key under which the index lists an item: the condition of a write that moves it. */
export const dueIndexSortKey = ({ GSI2SK }: Item): string => (typeof GSI2SK === 'string' ? GSI2SK : '');

/**
 * One page of the due items of one kind that can be read, as `dueItems` lists them.
 * @param entryOf the entry of an item, from the sort key under which the index lists it too
 */
export const dueEntries = <Stored, Entry>(
  table: Table,
  index: DueIndex,
  request: DuePageRequest,
  codec: Pick<ItemCodec<Stored>, 'parse'>,
  entryOf: (stored: Stored, listed_as: string) => Entry,
): Promise<DuePage<Entry>> =>
  dueItems(table, index, request, (items) =>
    items.flatMap((item) =>
      parseItems([item], codec, request.onUnreadable).map((stored) => entryOf(stored, dueIndexSortKey(item))),
    ),
  );
