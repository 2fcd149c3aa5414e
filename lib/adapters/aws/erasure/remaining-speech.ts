import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { attemptConditionalWrite, WriteConflictError } from '#kernel/shared/errors.ts';
import {
  isSpeechUseTombstone,
  type SpeechMarkedForRemoval,
  type SpeechRemovalRefusal,
  speechUseIdPrefix,
  type TimelineKey,
  type UnusedSpeechRemover,
} from '#platform/erasure/public.ts';
import { usageChangeWrites } from '../accounts/usage-repository.ts';
import { parseAdoptedAudioRecord } from '../narration/adopted-audio.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import {
  isRemovedSpeechMarker,
  removedSpeechMarkerItem,
  SPEECH_NOT_STORED_CONDITION,
  speechCodec,
} from '../narration/speech-items.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { slideRefsOfTimelineItem } from '../timelines/timeline-items.ts';
import { readPartitionInPages } from './partition-keys.ts';
import { tombstoneCodec, tombstoneItem } from './tombstone-items.ts';

/** The number of speech items that are marked at the same time. */
const CONCURRENCY = 8;

/** The speech items of the table, for the removal of speech that is no longer used. */
export function unusedSpeechRemover(table: Table): UnusedSpeechRemover {
  const speechKey = ({ account_id }: TimelineKey, hash: string) => tableKeys.speech(account_id, hash);

  /** Finds the reason why speech could not be marked; undefined if the reason no longer applies. */
  async function findUnmarkedReason(timelineKey: TimelineKey, hash: string): Promise<SpeechRemovalRefusal | undefined> {
    const item = await table.get(speechKey(timelineKey, hash));
    if (!item) return 'absent';
    if (isRemovedSpeechMarker(item)) return item.emptied_at === undefined ? 'unemptied' : 'removed';
    return speechCodec.parse(item).timelines?.has(timelineKey.timeline_id) ? 'busy' : undefined;
  }

  return {
    async uses({ account_id, timeline_id, source }) {
      const { PK } = tableKeys.tombstone(account_id, '');
      const items = await table.all(partitionQuery(PK, speechUseIdPrefix({ timeline_id, source })));
      return items.map(tombstoneCodec.parse).filter(isSpeechUseTombstone);
    },

    async saidBySlides({ account_id, timeline_id }) {
      const timelineItemKey = tableKeys.timeline(account_id, timeline_id);
      const foundItems = await table.getMany([timelineItemKey, tableKeys.adoptedAudio(account_id, timeline_id)]);
      const timeline = foundItems.find(({ entity }) => entity === 'timeline');
      const saidHashes = new Set<string>();
      if (!timeline) return saidHashes;
      const slideIds = new Set(slideRefsOfTimelineItem(timeline).map(({ id }) => id));
      const { audios } = parseAdoptedAudioRecord(foundItems.find(({ entity }) => entity === 'adopted_audio'));
      for (const { slide_id, speech_hash } of audios.values()) if (slideIds.has(slide_id)) saidHashes.add(speech_hash);
      const { PK } = tableKeys.timeline(account_id, timeline_id);
      for await (const items of readPartitionInPages(table, PK, sortKeyPrefixes.audio))
        for (const { slide_id, speech_hash, status } of items.map(slideAudioCodec.parse))
          if (slideIds.has(slide_id) && status !== 'failed') saidHashes.add(speech_hash);
      return saidHashes;
    },

    async mark(timelineKey, hashes, token, usedBefore) {
      const markedSpeech: SpeechMarkedForRemoval[] = [];
      const unmarkedHashes: Record<SpeechRemovalRefusal, string[]> = {
        unemptied: [],
        removed: [],
        absent: [],
        busy: [],
      };
      await forEachConcurrent(hashes, CONCURRENCY, async (hash) => {
        const userCondition = 'contains(timelines, :timeline)';
        try {
          const item = await table.update({
            Key: speechKey(timelineKey, hash),
            UpdateExpression: 'SET leaving = :token',
            ConditionExpression: usedBefore === undefined ? userCondition : `${userCondition} AND used_at < :before`,
            ExpressionAttributeValues: {
              ':token': token,
              ':timeline': timelineKey.timeline_id,
              ...(usedBefore === undefined ? {} : { ':before': usedBefore }),
            },
          });
          const { size_bytes = 0, counted_at = '', timelines = new Set() } = speechCodec.parse(item);
          markedSpeech.push({ hash, token, size_bytes, counted_at, timelines });
        } catch (error) {
          if (!(error instanceof WriteConflictError)) throw error;
          const reason = await findUnmarkedReason(timelineKey, hash);
          if (reason) unmarkedHashes[reason].push(hash);
        }
      });
      return { marked: markedSpeech, ...unmarkedHashes };
    },

    async leave(timelineKey, { hash, token, size_bytes, counted_at, timelines }, removedAt) {
      const condition = {
        ConditionExpression: 'leaving = :token AND timelines = :timelines',
        ExpressionAttributeValues: { ':token': token, ':timelines': new Set(timelines) },
      };
      const isLastTimeline = timelines.size === 1;
      const wasWritten = await attemptConditionalWrite(async () => {
        if (isLastTimeline)
          await table.transact({
            speech: {
              Put: {
                TableName: table.name,
                Item: removedSpeechMarkerItem(timelineKey.account_id, hash, removedAt),
                ...condition,
              },
            },
            month: usageChangeWrites(table, timelineKey.account_id, [{ at: counted_at, speech_bytes: -size_bytes }]),
          });
        else
          await table.update({
            Key: speechKey(timelineKey, hash),
            UpdateExpression: 'DELETE timelines :own REMOVE leaving',
            ConditionExpression: condition.ConditionExpression,
            ExpressionAttributeValues: {
              ...condition.ExpressionAttributeValues,
              ':own': new Set([timelineKey.timeline_id]),
            },
          });
      });
      if (!wasWritten) return 'changed';
      return isLastTimeline ? 'last' : 'used_by_others';
    },

    bury: ({ account_id }, hash, removedAt) =>
      attemptConditionalWrite(() =>
        table.put(removedSpeechMarkerItem(account_id, hash, removedAt), {
          condition: { ConditionExpression: SPEECH_NOT_STORED_CONDITION },
        }),
      ),

    async noteEmpty(timelineKey, hash, emptiedAt) {
      await attemptConditionalWrite(() =>
        table.update({
          Key: speechKey(timelineKey, hash),
          UpdateExpression: 'SET emptied_at = :at',
          ConditionExpression: 'gone = :gone AND attribute_not_exists(emptied_at)',
          ExpressionAttributeValues: { ':at': emptiedAt, ':gone': true },
        }),
      );
    },

    async noteUsed(timelineKey, hash, usedAt) {
      await attemptConditionalWrite(() =>
        table.update({
          Key: speechKey(timelineKey, hash),
          UpdateExpression: 'SET used_at = :at',
          ConditionExpression: 'attribute_exists(timelines) AND used_at < :at',
          ExpressionAttributeValues: { ':at': usedAt },
        }),
      );
    },

    async settle({ due_at: seenDueAt, taken: _, ...speechUse }, remainingSpeech, due_at) {
      const condition = { ConditionExpression: 'due_at = :seen', ExpressionAttributeValues: { ':seen': seenDueAt } };
      const remains = { ...speechUse.remains, said: [...remainingSpeech] };
      await attemptConditionalWrite(async () => {
        if (remainingSpeech.length > 0)
          await table.put(tombstoneItem({ ...speechUse, remains, due_at }), { condition });
        else
          await table.transact({
            use: {
              Delete: {
                TableName: table.name,
                Key: tableKeys.tombstone(speechUse.account_id, speechUse.id),
                ...condition,
              },
            },
          });
      });
    },
  };
}
