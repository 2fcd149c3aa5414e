import { z } from 'zod';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { AccountItemRemover, AccountPartition, AccountPartitionList } from '#platform/erasure/public.ts';
import { POOL_NAMES } from '#platform/fair-queue/public.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import { itemCodec } from '../table/item.ts';
import { partitionQuery } from '../table/items-under.ts';
import { accountListIndex, sortKeyPrefixes, type TableKey, tableKeys } from '../table/keys.ts';
import { pageKeySchema } from '../table/page-key.ts';
import type { Table, TableItem } from '../table/table.ts';
import { audioRemovalRepository } from '../timelines/audio-removal-repository.ts';
import { keyOfItem, partitionItemPages } from './partition-keys.ts';

/** The number of partitions that are read, or of audios that are deleted, at the same time. */
const AT_ONCE = 8;
/** The number of places of one page. */
const PLACES = 100;
/** The first digits of hashes, by which items of an account are distributed over partitions. */
const DIGITS = [...'0123456789abcdef'];

const placeCodec = itemCodec<AccountPartition>('erased_place').of(
  z.object({ kind: z.enum(['timeline', 'render', 'receiver']), id: z.string() }),
);

/** Timeline and receiver that a tombstone names. Other members are not read, so that tombstones of any version can be. */
const namesOfTombstoneSchema = z.object({
  remains: z.object({ timeline_id: z.string().optional(), receiver_id: z.string().optional() }),
});

const textIn = (item: TableItem, name: string): string[] => {
  const value = ownPropertyValue(item, name);
  return typeof value === 'string' ? [value] : [];
};

/** Reads the places that an item of a list names. Mostly from the item's key, so that items that cannot be parsed are erased too. */
const NAMED: Readonly<Record<AccountPartitionList, (item: TableItem) => AccountPartition[]>> = {
  timelines: (item) => textIn(item, 'GSI1SK').map((id) => ({ kind: 'timeline', id })),
  // A render is the receiver of its own deliveries, if it has an address for them.
  renders: (item) =>
    textIn(item, 'GSI1SK').flatMap((id) => [
      { kind: 'receiver', id },
      { kind: 'render', id },
    ]),
  webhooks: (item) =>
    textIn(item, 'SK').map((sk) => ({ kind: 'receiver', id: sk.slice(sortKeyPrefixes.webhook.length) })),
  tombstones(item) {
    const { remains = {} } = namesOfTombstoneSchema.safeParse(item).data ?? {};
    return [
      ...(remains.timeline_id === undefined ? [] : [{ kind: 'timeline', id: remains.timeline_id } as const]),
      ...(remains.receiver_id === undefined ? [] : [{ kind: 'receiver', id: remains.receiver_id } as const]),
    ];
  },
  remembered: (item) => [placeCodec.parse(item)],
};

/** The items of an account in the table, for its erasure. */
export function accountItemRemover(table: Table): AccountItemRemover {
  const removal = audioRemovalRepository(table);
  const placeKey = (accountId: string, { kind, id }: AccountPartition): TableKey =>
    tableKeys.erasedPlace(accountId, kind, id);

  const listQuery = (accountId: string, list: AccountPartitionList) => {
    const inIndex = (partition: string) => ({
      IndexName: accountListIndex.name,
      KeyConditionExpression: 'GSI1PK = :pk',
      ExpressionAttributeValues: { ':pk': partition },
    });
    switch (list) {
      case 'timelines':
        return inIndex(accountListIndex.timelinesOf(accountId));
      case 'renders':
        return inIndex(accountListIndex.rendersOf(accountId));
      case 'webhooks':
        return partitionQuery(tableKeys.webhook(accountId, '').PK, sortKeyPrefixes.webhook);
      case 'tombstones':
        return partitionQuery(tableKeys.tombstone(accountId, '').PK);
      case 'remembered':
        return partitionQuery(tableKeys.erasedPlace(accountId, '', '').PK);
    }
  };

  /** The items to be removed of the first page of a partition that has some. @param stays reports whether an item is not to be removed */
  async function firstOf(PK: string, stays: (key: TableKey) => boolean = () => false): Promise<TableItem[]> {
    for await (const page of partitionItemPages(table, PK)) {
      const found = page.filter((item) => !stays(keyOfItem(item)));
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * Removes one page of items of a partition.
   * @param head sort key of the item that lists the partition in an index; it is removed last, so that the partition can be found until then
   * @returns the number of removed items; 0 when none is left
   */
  async function removeSome(PK: string, head?: string): Promise<number> {
    const others = await firstOf(PK, ({ SK }) => SK === head);
    const found = others.length > 0 || head === undefined ? others : await firstOf(PK);
    await table.writeMany([], found.map(keyOfItem));
    return found.length;
  }

  return {
    async listPlaces(accountId, list, after) {
      const start = after === undefined ? undefined : parseJson(pageKeySchema, after);
      const { items, lastKey } = await table.page({
        ...listQuery(accountId, list),
        Limit: PLACES,
        ...(start ? { ExclusiveStartKey: start } : {}),
      });
      return {
        places: items.flatMap(NAMED[list]),
        ...(list === 'tombstones' ? { tombstones: items.map((item) => keyOfItem(item).SK) } : {}),
        ...(lastKey ? { next: JSON.stringify(lastKey) } : {}),
      };
    },

    async removeTombstones(accountId, ids) {
      await table.writeMany(
        [],
        ids.map((id) => tableKeys.tombstone(accountId, id)),
      );
    },

    async remember(accountId, places) {
      const items = new Map(
        places.map((place) => [`${place.kind} ${place.id}`, placeCodec.toItem(placeKey(accountId, place), place)]),
      );
      await table.writeMany([...items.values()], []);
    },

    async forget(accountId, places) {
      await table.writeMany(
        [],
        places.map((place) => placeKey(accountId, place)),
      );
    },

    async removeSomeOf(accountId, { kind, id }) {
      if (kind === 'receiver') return removeSome(tableKeys.delivery(accountId, id, '').PK);
      if (kind === 'render') {
        const { PK, SK } = tableKeys.render(accountId, id);
        return removeSome(PK, SK);
      }
      const { PK, SK } = tableKeys.timeline(accountId, id);
      const found = await firstOf(PK, (key) => key.SK === SK);
      const audios = found.flatMap((item) => (item.entity === 'audio' ? [slideAudioCodec.parse(item)] : []));
      // The deletion of audio also ends its reservation: speech that is being synthesized is paid for, and counted.
      await forEachConcurrent(audios, AT_ONCE, (audio) =>
        removal.deleteAudio(accountId, { id: audio.slide_id, timeline_id: id, audio }),
      );
      if (found.length === 0) return removeSome(PK);
      await table.writeMany([], found.filter(({ entity }) => entity !== 'audio').map(keyOfItem));
      return found.length;
    },

    async removeSomeOwn(accountId) {
      const partitions = [
        tableKeys.tombstone(accountId, '').PK,
        tableKeys.rate(accountId, 0).PK,
        ...POOL_NAMES.map((pool) => tableKeys.poolSlots(accountId, pool).PK),
        ...DIGITS.flatMap((digit) => [
          tableKeys.speech(accountId, digit).PK,
          tableKeys.film(accountId, digit).PK,
          tableKeys.idempotency(accountId, digit).PK,
          tableKeys.receiverThrottle(accountId, digit).PK,
        ]),
      ];
      let removed = 0;
      await forEachConcurrent(partitions, AT_ONCE, async (PK) => {
        removed += await removeSome(PK);
      });
      const { PK, SK } = tableKeys.accounting(accountId);
      const own = await firstOf(PK, (key) => key.SK === SK || key.SK.startsWith(sortKeyPrefixes.usage));
      await table.writeMany([], own.map(keyOfItem));
      return removed + own.length;
    },
  };
}
