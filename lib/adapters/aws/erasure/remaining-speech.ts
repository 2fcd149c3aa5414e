import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { unlessConflict, WriteConflict } from '#kernel/shared/errors.ts';
import {
  isSpeechUse,
  type MarkedSpeech,
  type RemainingSpeech,
  speechUsePrefix,
  type TimelinePlace,
  type Unmarked,
} from '#platform/erasure/public.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { readAdopted } from '../narration/adopted-audio.ts';
import { audioCodec } from '../narration/narration-items.ts';
import { goneSpeechItem, isRemovedSpeech, speechCodec, UNSTORED } from '../narration/speech-items.ts';
import { itemsUnder } from '../table/items-under.ts';
import { keys, prefixes } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { slideRefsIn } from '../timelines/timeline-items.ts';
import { itemsIn } from './partition-keys.ts';
import { tombstoneCodec, tombstoneItem } from './tombstone-items.ts';

/** The number of speech items that are marked at the same time. */
const AT_ONCE = 8;

/** The speech items of the table, for the removal of speech that is no longer used. */
export function remainingSpeech(table: Table): RemainingSpeech {
  const keyOf = ({ account_id }: TimelinePlace, hash: string) => keys.speech(account_id, hash);

  /** Reads why speech could not be marked; undefined if the reason no longer applies. */
  async function unmarked(place: TimelinePlace, hash: string): Promise<Unmarked | undefined> {
    const item = await table.get(keyOf(place, hash));
    if (!item) return 'absent';
    if (isRemovedSpeech(item)) return item.emptied_at === undefined ? 'unemptied' : 'removed';
    return speechCodec.parse(item).timelines?.has(place.timeline_id) ? 'busy' : undefined;
  }

  return {
    async uses({ account_id, timeline_id, source }) {
      const { PK } = keys.tombstone(account_id, '');
      const items = await table.all(itemsUnder(PK, speechUsePrefix({ timeline_id, source })));
      return items.map(tombstoneCodec.parse).filter(isSpeechUse);
    },

    async saidBySlides({ account_id, timeline_id }) {
      const head = keys.timeline(account_id, timeline_id);
      const found = await table.getMany([head, keys.adoptedAudio(account_id, timeline_id)]);
      const timeline = found.find(({ entity }) => entity === 'timeline');
      const said = new Set<string>();
      if (!timeline) return said;
      const slides = new Set(slideRefsIn(timeline).map(({ id }) => id));
      const { audios } = readAdopted(found.find(({ entity }) => entity === 'adopted_audio'));
      for (const { slide_id, speech_hash } of audios.values()) if (slides.has(slide_id)) said.add(speech_hash);
      const { PK } = keys.timeline(account_id, timeline_id);
      for await (const items of itemsIn(table, PK, prefixes.audio))
        for (const { slide_id, speech_hash, status } of items.map(audioCodec.parse))
          if (slides.has(slide_id) && status !== 'failed') said.add(speech_hash);
      return said;
    },

    async mark(place, hashes, token, usedBefore) {
      const marked: MarkedSpeech[] = [];
      const others: Record<Unmarked, string[]> = { unemptied: [], removed: [], absent: [], busy: [] };
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
      const isDone = await unlessConflict(async () => {
        if (isLast)
          await table.transact({
            speech: { Put: { TableName: table.name, Item: goneSpeechItem(place.account_id, hash, at), ...condition } },
            month: changeUsage(table, place.account_id, [{ at: counted_at, speech_bytes: -size_bytes }]),
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
      unlessConflict(() =>
        table.put(goneSpeechItem(account_id, hash, at), { condition: { ConditionExpression: UNSTORED } }),
      ),

    async noteEmpty(place, hash, at) {
      await unlessConflict(() =>
        table.update({
          Key: keyOf(place, hash),
          UpdateExpression: 'SET emptied_at = :at',
          ConditionExpression: 'gone = :gone AND attribute_not_exists(emptied_at)',
          ExpressionAttributeValues: { ':at': at, ':gone': true },
        }),
      );
    },

    async noteUsed(place, hash, at) {
      await unlessConflict(() =>
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
      await unlessConflict(async () => {
        if (staying.length > 0) await table.put(tombstoneItem({ ...use, remains, due_at }), { condition });
        else
          await table.transact({
            use: { Delete: { TableName: table.name, Key: keys.tombstone(use.account_id, use.id), ...condition } },
          });
      });
    },
  };
}
