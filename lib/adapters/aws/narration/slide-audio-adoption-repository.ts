import type { AdoptedSlideAudio, SlideAudioStore } from '#features/narration/public.ts';
import type { SlideAudioRequestRef } from '#features/timelines/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { tableKeys } from '../table/keys.ts';
import { MAX_TRANSACTION_ITEMS, type Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type Transaction } from '../table/transaction.ts';
import { slideRefsOfTimelineItem } from '../timelines/timeline-items.ts';
import { addToAdoptedAudioRecord, timelineAdoptedAudioItem } from './adopted-audio.ts';
import { audioReplacementWrites } from './audio-items.ts';

/** The number of items in a transaction that replace the audio of one slide. */
const PARTS_OF_REPLACEMENT = 2;
/** The number of slides in one transaction, which also has the condition on the account. */
const REPLACEMENTS_PER_TRANSACTION = Math.floor((MAX_TRANSACTION_ITEMS - 1) / PARTS_OF_REPLACEMENT);

/** For at most this number of slides, separate items cost less than the record of a long timeline. */
const MAX_SLIDES_IN_SEPARATE_ITEMS = 8;
/** Attempts to write the record of a timeline, which only renders of that timeline write. */
const RECORD_ATTEMPTS = 5;

/** Stores that slides adopt existing audio: in the record of their timeline, or in a separate item for each slide. */
export function slideAudioAdoptionRepository(table: Table): Pick<SlideAudioStore, 'adopt'> {
  /** Writes separate items in one transaction. Slides whose conditions fail are left out of the next attempt. */
  async function adoptTogether(accountId: string, adoptedAudios: readonly AdoptedSlideAudio[]): Promise<void> {
    let remainingAudios = adoptedAudios;
    while (remainingAudios.length > 0) {
      const parts: Transaction = {
        account: accountNotDeletedCondition(table, accountId),
        ...Object.fromEntries(
          remainingAudios.map(
            ({ audio, rev, seen }) => [audio.slide_id, audioReplacementWrites(table, audio, rev, seen)] as const,
          ),
        ),
      };
      try {
        await table.transact(parts);
        return;
      } catch (error) {
        if (!(error instanceof WriteConflictError)) throw error;
        const { failed } = error;
        if (failed.has('account') || failed.size === 0) return;
        remainingAudios = remainingAudios.filter(({ audio }) => !failed.has(audio.slide_id));
      }
    }
  }

  /**
   * Writes adopted audio to the record of the timeline; nothing if the timeline or the account was deleted. Reads the record again when
   * another write came between.
   * @returns false when the record would be too large
   */
  const adoptInRecord = (
    { account_id, timeline_id }: Pick<SlideAudioRequestRef, 'account_id' | 'timeline_id'>,
    adoptedAudios: readonly AdoptedSlideAudio[],
  ): Promise<boolean> =>
    retryOnConflict({ attempts: RECORD_ATTEMPTS }, async () => {
      const key = tableKeys.adoptedAudio(account_id, timeline_id);
      const timelineKey = tableKeys.timeline(account_id, timeline_id);
      const items = await table.getMany([key, timelineKey]);
      const timeline = items.find((item) => item.entity === 'timeline');
      if (!timeline) return true;
      const currentRecordItem = items.find((item) => item.entity === 'adopted_audio');
      const revisions = new Map(slideRefsOfTimelineItem(timeline).map(({ id, rev }) => [id, rev]));
      const record = addToAdoptedAudioRecord(currentRecordItem, adoptedAudios, revisions);
      if (!record) return false;
      await table.transact(
        {
          record: {
            Put: {
              TableName: table.name,
              Item: timelineAdoptedAudioItem(key, record),
              ...(currentRecordItem
                ? { ConditionExpression: 'changes = :seen', ExpressionAttributeValues: { ':seen': record.changes - 1 } }
                : { ConditionExpression: 'attribute_not_exists(PK)' }),
            },
          },
          timeline: {
            ConditionCheck: { TableName: table.name, Key: timelineKey, ConditionExpression: 'attribute_exists(PK)' },
          },
          account: accountNotDeletedCondition(table, account_id),
        },
        { refusals: { record: REFUSED_BY_CONFLICT, timeline: 'gone', account: 'gone' } },
      );
      return true;
    });

  return {
    async adopt(adoptedAudios) {
      const [first] = adoptedAudios;
      if (
        first &&
        adoptedAudios.length > MAX_SLIDES_IN_SEPARATE_ITEMS &&
        (await adoptInRecord(first.audio, adoptedAudios))
      )
        return;
      for (let start = 0; first && start < adoptedAudios.length; start += REPLACEMENTS_PER_TRANSACTION)
        await adoptTogether(first.audio.account_id, adoptedAudios.slice(start, start + REPLACEMENTS_PER_TRANSACTION));
    },
  };
}
