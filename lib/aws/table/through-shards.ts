import { gsi2, LIVE_SHARDS } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * The items of the second index that are due by a time, from all shards of one kind. Their sort keys begin with the time
 * of the next sweep. In each shard the longest due come first.
 * @param limit about the most items, over all shards
 */
export async function throughShards(
  table: Table,
  shardKey: (shard: number) => string,
  now: string,
  limit: number,
): Promise<Item[]> {
  const shards = await Promise.all(
    Array.from({ length: LIVE_SHARDS }, (_, shard) =>
      table.page({
        IndexName: gsi2.name,
        KeyConditionExpression: 'GSI2PK = :pk AND GSI2SK < :now',
        ExpressionAttributeValues: { ':pk': shardKey(shard), ':now': now },
        Limit: Math.ceil(limit / LIVE_SHARDS),
      }),
    ),
  );
  return shards.flatMap(({ items }) => items);
}
