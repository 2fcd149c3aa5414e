import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import type { RemainingItems, TimelinePlace } from '#platform/erasure/public.ts';
import { audioCodec } from '../narration/narration-items.ts';
import { packCodec } from '../renders/artifact-items.ts';
import { artifactPacksOf } from '../renders/artifact-repository.ts';
import { parseItems } from '../table/item.ts';
import { keys, prefixes } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import { audioRemoval } from '../timelines/audio-removal.ts';
import { timelineCodec } from '../timelines/timeline-items.ts';
import { itemsIn, keyOf, keysIn } from './partition-keys.ts';

/** The number of audios that are deleted at the same time. */
const AUDIO_AT_ONCE = 8;

/** Removes the items that tombstones name, page by page. */
export function itemRemover(table: Table): RemainingItems {
  const removal = audioRemoval(table);
  const removePartition = async (PK: string): Promise<void> => {
    for await (const page of keysIn(table, PK)) await table.writeMany([], page);
  };

  /** Removes packs of artifacts of a timeline: first their files, then their items. @param isMeant reports whether a pack is removed */
  async function removePacks(
    { account_id, timeline_id }: TimelinePlace,
    isMeant: (item: Item) => boolean,
    removeFiles: (keys: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { PK } = artifactPacksOf(account_id, timeline_id);
    for await (const items of itemsIn(table, PK, prefixes.artifactPacks(timeline_id))) {
      const meant = items.filter(isMeant);
      if (meant.length === 0) continue;
      await removeFiles(parseItems(meant, packCodec).map(({ key }) => key));
      await table.writeMany([], meant.map(keyOf));
    }
  }

  return {
    async removeRevisions(accountId, timelineId, refs, isCounted) {
      // The tombstone was taken before this read, so a change that commits later cannot name one of these revisions again.
      const head = await table.get(keys.timeline(accountId, timelineId));
      const named = head ? timelineCodec.parse(head).slides : [];
      const staying = new Set(named.map((ref) => ref.split('#')[0]));
      const isNamed = new Set(named);
      const gone = refs.filter((ref) => !isNamed.has(ref)).map((ref) => ref.split('#'));
      await table.writeMany(
        [],
        gone.map(([slide = '', revision = '']) => keys.slide(accountId, timelineId, slide, revision)),
      );
      const silent = new Set(gone.flatMap(([slide = '']) => (staying.has(slide) ? [] : [slide])));
      if (!isCounted)
        return table.writeMany(
          [],
          [...silent].map((id) => keys.audio(accountId, timelineId, id)),
        );
      await forEachConcurrent(silent, AUDIO_AT_ONCE, (id) =>
        removal.deleteAudio(accountId, { id, timeline_id: timelineId }),
      );
    },

    async removeTimeline(accountId, timelineId) {
      const { PK } = keys.timeline(accountId, timelineId);
      for await (const items of itemsIn(table, PK)) {
        const audios = items.flatMap((item) => (item.entity === 'audio' ? [audioCodec.parse(item)] : []));
        await forEachConcurrent(audios, AUDIO_AT_ONCE, (audio) =>
          removal.deleteAudio(accountId, { id: audio.slide_id, timeline_id: timelineId, audio }),
        );
        await table.writeMany([], items.filter(({ entity }) => entity !== 'audio').map(keyOf));
      }
    },

    removeArtifacts({ render_id, ...place }, { from, to }, removeFiles) {
      const isOfTheTime = (at: unknown): boolean => typeof at === 'string' && at >= from && at <= to;
      const isOwn = ({ render_id: maker, made_at }: Item): boolean =>
        maker === undefined ? isOfTheTime(made_at) : maker === render_id;
      return removePacks(place, isOwn, removeFiles);
    },

    removeAllArtifacts: (place, removeFiles) => removePacks(place, () => true, removeFiles),

    async removeDeliveries(accountId, receiverId) {
      await removePartition(keys.delivery(accountId, receiverId, '').PK);
    },
  };
}
