import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { attemptConditionalWrite, WriteConflict } from '#kernel/shared/errors.ts';
import {
  isSpeechUseRecord,
  type SpeechMarkedForRemoval,
  speechUsePrefix,
  type TimelineKey,
  type UnmarkedSpeechReason,
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
import { partitionItemPages } from './partition-keys.ts';
import { tombstoneCodec, tombstoneItem } from './tombstone-items.ts';

/** The number of speech items that are marked at the same time. */
const AT_ONCE = 8;

/** The speech items of the table, for the removal of speech that is no longer used. */
export function unusedSpeechRemover(table: Table): UnusedSpeechRemover {
  const keyOf = ({ account_id }: TimelineKey, hash: string) => tableKeys.speech(account_id, hash);

  /** Reads why speech could not be marked; undefined if the reason no longer applies. */
  async function unmarked(place: TimelineKey, hash: string): Promise<UnmarkedSpeechReason | undefined> {
    const item = await table.get(keyOf(place, hash));
    if (!item) return 'absent';
    if (isRemovedSpeechMarker(item)) return item.emptied_at === undefined ? 'unemptied' : 'removed';
    return speechCodec.parse(item).timelines?.has(place.timeline_id) ? 'busy' : undefined;
  }

  return {
    async uses({ account_id, timeline_id, source }) {
      const { PK } = tableKeys.tombstone(account_id, '');
      const items = await table.all(partitionQuery(PK, speechUsePrefix({ timeline_id, source })));
      return items.map(tombstoneCodec.parse).filter(isSpeechUseRecord);
    },

    async saidBySlides({ account_id, timeline_id }) {
      const head = tableKeys.timeline(account_id, timeline_id);
      const found = await table.getMany([head, tableKeys.adoptedAudio(account_id, timeline_id)]);
      const timeline = found.find(({ entity }) => entity === 'timeline');
      const said = new Set<string>();
      if (!timeline) return said;
      const slides = new Set(slideRefsOfTimelineItem(timeline).map(({ id }) => id));
      const { audios } = parseAdoptedAudioRecord(found.find(({ entity }) => entity === 'adopted_audio'));
      for (const { slide_id, speech_hash } of audios.values()) if (slides.has(slide_id)) said.add(speech_hash);
      const { PK } = tableKeys.timeline(account_id, timeline_id);
      for await (const items of partitionItemPages(table, PK, sortKeyPrefixes.audio))
        for (const { slide_id, speech_hash, status } of items.map(slideAudioCodec.parse))
          if (slides.has(slide_id) && status !== 'failed') said.add(speech_hash);
      return said;
    },

    async mark(place, hashes, token, usedBefore) {
      const marked: SpeechMarkedForRemoval[] = [];
      const others: Record<UnmarkedSpeechReason, string[]> = { unemptied: [], removed: [], absent: [], busy: [] };
      await forEachConcurrent(hashes, AT_ONCE, async (hash) => {
        const isOwn = 'contains(timelines, :timeline)';
        try {
          const item = await table.update({
            Key: keyOf(place, hash),
            UpdateExpression: 'SET leaving = :token',
            ConditionExpression: usedBefore === undefined ? isOwn : `${isOwn} AND used_at < :before`,
            ExpressionAttributeValues: {
              ':token': token,
              ':timeline': place.timeline_id,
              ...(usedBefore === undefined ? {} : { ':before': usedBefore }),
            },
          });
          const { size_bytes = 0, counted_at = '', timelines = new Set() } = speechCodec.parse(item);
          marked.push({ hash, token, size_bytes, counted_at, timelines });
        } catch (error) {
          if (!(error instanceof WriteConflict)) throw error;
          const why = await unmarked(place, hash);
          if (why) others[why].push(hash);
        }
      });
      return { marked, ...others };
    },

    async leave(place, { hash, token, size_bytes, counted_at, timelines }, at) {
      const condition = {
        ConditionExpression: 'leaving = :token AND timelines = :timelines',
        ExpressionAttributeValues: { ':token': token, ':timelines': new Set(timelines) },
      };
      const isLast = timelines.size === 1;
      const isDone = await attemptConditionalWrite(async () => {
        if (isLast)
          await table.transact({
            speech: {
              Put: { TableName: table.name, Item: removedSpeechMarkerItem(place.account_id, hash, at), ...condition },
            },
            month: usageChangeWrites(table, place.account_id, [{ at: counted_at, speech_bytes: -size_bytes }]),
          });
        else
          await table.update({
            Key: keyOf(place, hash),
            UpdateExpression: 'DELETE timelines :own REMOVE leaving',
            ConditionExpression: condition.ConditionExpression,
            ExpressionAttributeValues: {
              ...condition.ExpressionAttributeValues,
              ':own': new Set([place.timeline_id]),
            },
          });
      });
      if (!isDone) return 'changed';
      return isLast ? 'last' : 'used_by_others';
    },

    bury: ({ account_id }, hash, at) =>
      attemptConditionalWrite(() =>
        table.put(removedSpeechMarkerItem(account_id, hash, at), {
          condition: { ConditionExpression: SPEECH_NOT_STORED_CONDITION },
        }),
      ),

    async noteEmpty(place, hash, at) {
      await attemptConditionalWrite(() =>
        table.update({
          Key: keyOf(place, hash),
          UpdateExpression: 'SET emptied_at = :at',
          ConditionExpression: 'gone = :gone AND attribute_not_exists(emptied_at)',
          ExpressionAttributeValues: { ':at': at, ':gone': true },
        }),
      );
    },

    async noteUsed(place, hash, at) {
      await attemptConditionalWrite(() =>
        table.update({
          Key: keyOf(place, hash),
          UpdateExpression: 'SET used_at = :at',
          ConditionExpression: 'attribute_exists(timelines) AND used_at < :at',
          ExpressionAttributeValues: { ':at': at },
        }),
      );
    },

    async settle({ due_at: seen, taken: _, ...use }, staying, due_at) {
      const condition = { ConditionExpression: 'due_at = :seen', ExpressionAttributeValues: { ':seen': seen } };
      const remains = { ...use.remains, said: [...staying] };
      await attemptConditionalWrite(async () => {
        if (staying.length > 0) await table.put(tombstoneItem({ ...use, remains, due_at }), { condition });
        else
          await table.transact({
            use: { Delete: { TableName: table.name, Key: tableKeys.tombstone(use.account_id, use.id), ...condition } },
          });
      });
    },
  };
}
