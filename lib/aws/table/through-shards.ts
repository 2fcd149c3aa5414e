import { gsi2, LIVE_SHARDS } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * What the second index holds for the sweeper in all shards of one kind, due by a time: their sort keys begin with the
 * time from which on they are to be seen to. The longest due of each shard come first; at most about `limit` in all.
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
