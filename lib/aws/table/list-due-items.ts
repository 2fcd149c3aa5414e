import { gsi2, LIVE_SHARDS } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * The entities of the second index that are due by a time, from all shards of one kind. Their sort keys begin with the time
 * of the next sweep. In each shard the longest due come first.
 * @param list.read the entities of items, without those that cannot be read: a page of nothing else is followed by the next
 * @param list.limit about the most entities, over all shards
 */
export async function listDueItems<Entity>(
  table: Table,
  list: { shardKey: (shard: number) => string; now: string; limit: number; read: (items: Item[]) => Entity[] },
): Promise<Entity[]> {
  const readShard = async (shard: number): Promise<Entity[]> => {
    let lastKey: Item | undefined;
    do {
      const page = await table.page({
        IndexName: gsi2.name,
        KeyConditionExpression: 'GSI2PK = :pk AND GSI2SK < :now',
        ExpressionAttributeValues: { ':pk': list.shardKey(shard), ':now': list.now },
        Limit: Math.ceil(list.limit / LIVE_SHARDS),
        ...(lastKey ? { ExclusiveStartKey: lastKey } : {}),
      });
      const entities = list.read(page.items);
      if (entities.length > 0) return entities;
      lastKey = page.lastKey;
    } while (lastKey);
    return [];
  };
  return (await Promise.all(Array.from({ length: LIVE_SHARDS }, (_, shard) => readShard(shard)))).flat();
}
