import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import type { TimelineKey, TombstonedItemRemover } from '#platform/erasure/public.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import { artifactFileIndexCodec } from '../renders/artifact-items.ts';
import { artifactFileIndexPartitionKey } from '../renders/cached-artifact-repository.ts';
import { parseDynamoDbItems } from '../table/item.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import { audioRemovalRepository } from '../timelines/audio-removal-repository.ts';
import { timelineCodec } from '../timelines/timeline-items.ts';
import { keyOfItem, partitionItemKeyPages, readPartitionInPages } from './partition-keys.ts';

/** The number of audios that are deleted at the same time. */
const MAX_CONCURRENT_AUDIO_DELETIONS = 8;

/** Removes the items that tombstones name, page by page. */
export function tombstonedItemRemover(table: Table): TombstonedItemRemover {
  const removal = audioRemovalRepository(table);
  const removePartition = async (PK: string): Promise<void> => {
    for await (const page of partitionItemKeyPages(table, PK)) await table.writeMany([], page);
  };

  /** Removes packs of artifacts of a timeline: first their files, then their items. @param shouldRemove reports whether a pack is removed */
  async function removePacks(
    { account_id, timeline_id }: TimelineKey,
    shouldRemove: (item: TableItem) => boolean,
    removeFiles: (keys: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { PK } = artifactFileIndexPartitionKey(account_id, timeline_id);
    for await (const items of readPartitionInPages(table, PK, sortKeyPrefixes.artifactPacks(timeline_id))) {
      const removedPacks = items.filter(shouldRemove);
      if (removedPacks.length === 0) continue;
      await removeFiles(parseDynamoDbItems(removedPacks, artifactFileIndexCodec).map(({ key }) => key));
      await table.writeMany([], removedPacks.map(keyOfItem));
    }
  }

  return {
    async removeRevisions(accountId, timelineId, refs, isCounted) {
      // The tombstone was taken before this read, so a change that commits later cannot name one of these revisions again.
      const timelineItem = await table.get(tableKeys.timeline(accountId, timelineId));
      const namedRefs = timelineItem ? timelineCodec.parse(timelineItem).slides : [];
      const stayingSlideIds = new Set(namedRefs.map((ref) => ref.split('#')[0]));
      const namedRefSet = new Set(namedRefs);
      const removedRevisions = refs.filter((ref) => !namedRefSet.has(ref)).map((ref) => ref.split('#'));
      await table.writeMany(
        [],
        removedRevisions.map(([slide = '', revision = '']) => tableKeys.slide(accountId, timelineId, slide, revision)),
      );
      const removedSlideIds = new Set(
        removedRevisions.flatMap(([slide = '']) => (stayingSlideIds.has(slide) ? [] : [slide])),
      );
      // Bytes that were never counted need no change of the usage: the items alone are removed.
      if (!isCounted)
        return table.writeMany(
          [],
          [...removedSlideIds].map((id) => tableKeys.audio(accountId, timelineId, id)),
        );
      await forEachConcurrent(removedSlideIds, MAX_CONCURRENT_AUDIO_DELETIONS, (id) =>
        removal.deleteAudio(accountId, { id, timeline_id: timelineId }),
      );
    },

    async removeTimeline(accountId, timelineId) {
      const { PK } = tableKeys.timeline(accountId, timelineId);
      for await (const items of readPartitionInPages(table, PK)) {
        const audios = items.flatMap((item) => (item.entity === 'audio' ? [slideAudioCodec.parse(item)] : []));
        await forEachConcurrent(audios, MAX_CONCURRENT_AUDIO_DELETIONS, (audio) =>
          removal.deleteAudio(accountId, { id: audio.slide_id, timeline_id: timelineId, audio }),
        );
        await table.writeMany([], items.filter(({ entity }) => entity !== 'audio').map(keyOfItem));
      }
    },

    removeArtifacts({ render_id, ...timelineKey }, { from, to }, removeFiles) {
      const isInPeriod = (madeAt: unknown): boolean => typeof madeAt === 'string' && madeAt >= from && madeAt <= to;
      const isOfRender = ({ render_id: makerId, made_at }: TableItem): boolean =>
        makerId === undefined ? isInPeriod(made_at) : makerId === render_id;
      return removePacks(timelineKey, isOfRender, removeFiles);
    },

    removeAllArtifacts: (timelineKey, removeFiles) => removePacks(timelineKey, () => true, removeFiles),

    async removeDeliveries(accountId, receiverId) {
      await removePartition(tableKeys.delivery(accountId, receiverId, '').PK);
    },
  };
}
