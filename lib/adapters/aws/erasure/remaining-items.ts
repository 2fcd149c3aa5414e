import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import type { TimelineKey, TombstonedItemRemover } from '#platform/erasure/public.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import { artifactFileIndexCodec } from '../renders/artifact-items.ts';
import { artifactFileIndexPartitionKey } from '../renders/artifact-repository.ts';
import { parseTableItems } from '../table/item.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import { audioRemovalRepository } from '../timelines/audio-removal-repository.ts';
import { timelineCodec } from '../timelines/timeline-items.ts';
import { keyOfItem, partitionItemPages, partitionKeyPages } from './partition-keys.ts';

/** The number of audios that are deleted at the same time. */
const AUDIO_AT_ONCE = 8;

/** Removes the items that tombstones name, page by page. */
export function tombstonedItemRemover(table: Table): TombstonedItemRemover {
  const removal = audioRemovalRepository(table);
  const removePartition = async (PK: string): Promise<void> => {
    for await (const page of partitionKeyPages(table, PK)) await table.writeMany([], page);
  };

  /** Removes packs of artifacts of a timeline: first their files, then their items. @param isMeant reports whether a pack is removed */
  async function removePacks(
    { account_id, timeline_id }: TimelineKey,
    isMeant: (item: TableItem) => boolean,
    removeFiles: (keys: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { PK } = artifactFileIndexPartitionKey(account_id, timeline_id);
    for await (const items of partitionItemPages(table, PK, sortKeyPrefixes.artifactPacks(timeline_id))) {
      const meant = items.filter(isMeant);
      if (meant.length === 0) continue;
      await removeFiles(parseTableItems(meant, artifactFileIndexCodec).map(({ key }) => key));
      await table.writeMany([], meant.map(keyOfItem));
    }
  }

  return {
    async removeRevisions(accountId, timelineId, refs, isCounted) {
      // The tombstone was taken before this read, so a change that commits later cannot name one of these revisions again.
      const head = await table.get(tableKeys.timeline(accountId, timelineId));
      const named = head ? timelineCodec.parse(head).slides : [];
      const staying = new Set(named.map((ref) => ref.split('#')[0]));
      const isNamed = new Set(named);
      const gone = refs.filter((ref) => !isNamed.has(ref)).map((ref) => ref.split('#'));
      await table.writeMany(
        [],
        gone.map(([slide = '', revision = '']) => tableKeys.slide(accountId, timelineId, slide, revision)),
      );
      const silent = new Set(gone.flatMap(([slide = '']) => (staying.has(slide) ? [] : [slide])));
      if (!isCounted)
        return table.writeMany(
          [],
          [...silent].map((id) => tableKeys.audio(accountId, timelineId, id)),
        );
      await forEachConcurrent(silent, AUDIO_AT_ONCE, (id) =>
        removal.deleteAudio(accountId, { id, timeline_id: timelineId }),
      );
    },

    async removeTimeline(accountId, timelineId) {
      const { PK } = tableKeys.timeline(accountId, timelineId);
      for await (const items of partitionItemPages(table, PK)) {
        const audios = items.flatMap((item) => (item.entity === 'audio' ? [slideAudioCodec.parse(item)] : []));
        await forEachConcurrent(audios, AUDIO_AT_ONCE, (audio) =>
          removal.deleteAudio(accountId, { id: audio.slide_id, timeline_id: timelineId, audio }),
        );
        await table.writeMany([], items.filter(({ entity }) => entity !== 'audio').map(keyOfItem));
      }
    },

    removeArtifacts({ render_id, ...place }, { from, to }, removeFiles) {
      const isOfTheTime = (at: unknown): boolean => typeof at === 'string' && at >= from && at <= to;
      const isOwn = ({ render_id: maker, made_at }: TableItem): boolean =>
        maker === undefined ? isOfTheTime(made_at) : maker === render_id;
      return removePacks(place, isOwn, removeFiles);
    },

    removeAllArtifacts: (place, removeFiles) => removePacks(place, () => true, removeFiles),

    async removeDeliveries(accountId, receiverId) {
      await removePartition(tableKeys.delivery(accountId, receiverId, '').PK);
    },
  };
}
