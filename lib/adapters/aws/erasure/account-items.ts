import { z } from 'zod';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type {
  AccountItemRemover,
  SeparateAccountPartition,
  SeparateAccountPartitionListName,
} from '#platform/erasure/public.ts';
import { POOL_NAMES } from '#platform/fair-queue/public.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import { createItemCodec } from '../table/item.ts';
import { partitionQuery } from '../table/items-under.ts';
import { accountListIndex, sortKeyPrefixes, type TableKey, tableKeys } from '../table/keys.ts';
import { pageKeySchema } from '../table/page-key.ts';
import type { Table, TableItem } from '../table/table.ts';
import { audioRemovalRepository } from '../timelines/audio-removal-repository.ts';
import { keyOfItem, readPartitionInPages } from './partition-keys.ts';

/** The number of partitions that are read, or of audios that are deleted, at the same time. */
const CONCURRENCY = 8;
/** The number of items of an account's list that are read for one page of places (partitions of the account). */
const PLACES_PER_PAGE = 100;
/** The first digits of hashes, by which items of an account are distributed over partitions. */
const HASH_DIGITS = [...'0123456789abcdef'];

const placeCodec = createItemCodec<SeparateAccountPartition>('erased_place').of(
  z.object({ kind: z.enum(['timeline', 'render', 'receiver']), id: z.string() }),
);

/** Timeline and receiver that a tombstone names. Other members are not read, so that tombstones of any version can be. */
const namesOfTombstoneSchema = z.object({
  remains: z.object({ timeline_id: z.string().optional(), receiver_id: z.string().optional() }),
});

/** The value of an attribute as a list of one; an empty list if the value is not a string. */
const stringsIn = (item: TableItem, name: string): string[] => {
  const value = ownPropertyValue(item, name);
  return typeof value === 'string' ? [value] : [];
};

/** Reads the partitions that an item of a list names. Mostly from the item's key, so that items that cannot be parsed are erased too. */
const PARTITIONS_NAMED_BY_ITEM: Readonly<
  Record<SeparateAccountPartitionListName, (item: TableItem) => SeparateAccountPartition[]>
> = {
  timelines: (item) => stringsIn(item, 'GSI1SK').map((id) => ({ kind: 'timeline', id })),
  // A render is the receiver of its own deliveries, if it has an address for them.
  renders: (item) =>
    stringsIn(item, 'GSI1SK').flatMap((id) => [
      { kind: 'receiver', id },
      { kind: 'render', id },
    ]),
  webhooks: (item) =>
    stringsIn(item, 'SK').map((sk) => ({ kind: 'receiver', id: sk.slice(sortKeyPrefixes.webhook.length) })),
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
  const placeKey = (accountId: string, { kind, id }: SeparateAccountPartition): TableKey =>
    tableKeys.erasedPlace(accountId, kind, id);

  const listQuery = (accountId: string, list: SeparateAccountPartitionListName) => {
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

  /**
   * Reads the items to be removed from the first page of a partition that has any.
   * @param isExcluded reports whether an item is not to be removed
   */
  async function firstRemovableItems(
    PK: string,
    isExcluded: (key: TableKey) => boolean = () => false,
  ): Promise<TableItem[]> {
    for await (const page of readPartitionInPages(table, PK)) {
      const removableItems = page.filter((item) => !isExcluded(keyOfItem(item)));
      if (removableItems.length > 0) return removableItems;
    }
    return [];
  }

  /**
   * Removes one page of items of a partition.
   * @param headSortKey sort key of the item that lists the partition in an index; it is removed last, so that the partition can be found
   * until then
   * @returns the number of removed items; 0 when none is left
   */
  async function removePage(PK: string, headSortKey?: string): Promise<number> {
    const otherItems = await firstRemovableItems(PK, ({ SK }) => SK === headSortKey);
    const items = otherItems.length > 0 || headSortKey === undefined ? otherItems : await firstRemovableItems(PK);
    await table.writeMany([], items.map(keyOfItem));
    return items.length;
  }

  return {
    async listPlaces(accountId, list, after) {
      const startKey = after === undefined ? undefined : parseJson(pageKeySchema, after);
      const { items, lastKey } = await table.page({
        ...listQuery(accountId, list),
        Limit: PLACES_PER_PAGE,
        ...(startKey ? { ExclusiveStartKey: startKey } : {}),
      });
      return {
        places: items.flatMap(PARTITIONS_NAMED_BY_ITEM[list]),
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

    async remember(accountId, partitions) {
      const items = new Map(
        partitions.map((partition) => [
          `${partition.kind} ${partition.id}`,
          placeCodec.toItem(placeKey(accountId, partition), partition),
        ]),
      );
      await table.writeMany([...items.values()], []);
    },

    async forget(accountId, partitions) {
      await table.writeMany(
        [],
        partitions.map((partition) => placeKey(accountId, partition)),
      );
    },

    async removeSomeOf(accountId, { kind, id }) {
      if (kind === 'receiver') return removePage(tableKeys.delivery(accountId, id, '').PK);
      if (kind === 'render') {
        const { PK, SK } = tableKeys.render(accountId, id);
        return removePage(PK, SK);
      }
      const { PK, SK } = tableKeys.timeline(accountId, id);
      const otherItems = await firstRemovableItems(PK, (key) => key.SK === SK);
      const audios = otherItems.flatMap((item) => (item.entity === 'audio' ? [slideAudioCodec.parse(item)] : []));
      // The deletion of audio also ends its reservation: speech that is being synthesized is paid for, and counted.
      await forEachConcurrent(audios, CONCURRENCY, (audio) =>
        removal.deleteAudio(accountId, { id: audio.slide_id, timeline_id: id, audio }),
      );
      if (otherItems.length === 0) return removePage(PK);
      await table.writeMany([], otherItems.filter(({ entity }) => entity !== 'audio').map(keyOfItem));
      return otherItems.length;
    },

    async removeSomeOwn(accountId) {
      const partitions = [
        tableKeys.tombstone(accountId, '').PK,
        tableKeys.rate(accountId, 0).PK,
        ...POOL_NAMES.map((pool) => tableKeys.poolSlots(accountId, pool).PK),
        ...HASH_DIGITS.flatMap((digit) => [
          tableKeys.speech(accountId, digit).PK,
          tableKeys.film(accountId, digit).PK,
          tableKeys.idempotency(accountId, digit).PK,
          tableKeys.receiverThrottle(accountId, digit).PK,
        ]),
      ];
      let removedCount = 0;
      await forEachConcurrent(partitions, CONCURRENCY, async (PK) => {
        removedCount += await removePage(PK);
      });
      const { PK, SK } = tableKeys.accounting(accountId);
      const ownItems = await firstRemovableItems(
        PK,
        (key) => key.SK === SK || key.SK.startsWith(sortKeyPrefixes.usage),
      );
      await table.writeMany([], ownItems.map(keyOfItem));
      return removedCount + ownItems.length;
    },
  };
}
