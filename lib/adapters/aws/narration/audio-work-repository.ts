import type { SlideAudioStore } from '#features/narration/public.ts';
import type { SlideAudio } from '#features/timelines/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { usageChangeWrites } from '../accounts/usage-repository.ts';
import {
  ATTRIBUTES_REMOVED_AT_LEASE_END,
  claimLeasedWork,
  leasedWorkUpdate,
  listDueWork,
  postponeLeasedWork,
  releaseFailedWork,
  renewWorkLease,
  scheduleNextWorkCheck,
} from '../table/leased-work.ts';
import type { Table } from '../table/table.ts';
import { SLIDE_AUDIO_WORK_KIND, slideAudioItemKeyOf } from './audio-items.ts';
import { audioUnchangedCondition, usageChangeOfRefundedAudio } from './audio-reservation.ts';
import { isAudioClaimCurrent } from './last-claim.ts';
import { slideAudioCodec } from './narration-items.ts';

/** Attempts to end the work on audio: the first may meet a late worker that counted the reservation in between. */
const END_ATTEMPTS = 2;

/** The work on audio: claim, renewal of the lease, and end with the return of the rest of its reservation. */
export function audioWorkRepository(table: Table): Omit<SlideAudioStore, 'request' | 'adopt' | 'find'> {
  /**
   * Ends the work of the last claim. The rest of its reservation is given back in the same transaction, on condition that the reservation
   * still exists, and thus only once, even if the end is written twice.
   * @param lease the lease that was read; if given, the lease must not have been renewed since
   * @throws WriteConflictError when another worker has the audio, or the lease was renewed
   */
  const endWork = (
    audio: SlideAudio,
    updateExpression: string,
    values: Record<string, unknown>,
    names: Record<string, string>,
    lease: Pick<SlideAudio, 'lease_until'> = {},
  ): Promise<void> =>
    retryOnConflict({ attempts: END_ATTEMPTS }, async () => {
      const item = await table.get(slideAudioItemKeyOf(audio));
      const currentAudio = item && slideAudioCodec.parse(item);
      if (!currentAudio || !isAudioClaimCurrent(currentAudio, audio))
        throw new WriteConflictError('the audio has another worker');
      const seenLeaseUntil = lease.lease_until;
      if (seenLeaseUntil !== undefined && currentAudio.lease_until !== seenLeaseUntil)
        throw new WriteConflictError('the lease of the audio was renewed');
      const unchangedCondition = audioUnchangedCondition(currentAudio);
      const update = leasedWorkUpdate(
        SLIDE_AUDIO_WORK_KIND,
        audio,
        { expression: `${updateExpression}, ${ATTRIBUTES_REMOVED_AT_LEASE_END}, reserved_characters`, values, names },
        seenLeaseUntil,
      );
      await table.transact({
        audio: {
          Update: {
            TableName: table.name,
            ...update,
            ConditionExpression: `${update.ConditionExpression} AND ${unchangedCondition.ConditionExpression}`,
            ExpressionAttributeNames: {
              ...update.ExpressionAttributeNames,
              ...unchangedCondition.ExpressionAttributeNames,
            },
            ExpressionAttributeValues: {
              ...update.ExpressionAttributeValues,
              ...unchangedCondition.ExpressionAttributeValues,
            },
          },
        },
        month: usageChangeWrites(table, audio.account_id, [usageChangeOfRefundedAudio(currentAudio)]),
      });
    });

  const fail = (
    audio: SlideAudio,
    error: NonNullable<SlideAudio['error']>,
    lease?: Pick<SlideAudio, 'lease_until'>,
  ): Promise<void> =>
    endWork(
      audio,
      'SET #status = :failed, #error = :error REMOVE #text, lexicon, speakers',
      { ':failed': 'failed', ':error': error },
      { '#error': 'error', '#text': 'text' },
      lease,
    );

  return {
    async claim(ref, claim) {
      const claimedAudio = await claimLeasedWork(table, SLIDE_AUDIO_WORK_KIND, ref, claim);
      // A recording is never queued.
      if (claimedAudio.source !== 'generated') throw new WriteConflictError('a recording is not to be made');
      return claimedAudio;
    },

    renew: (audio, leaseUntil) => renewWorkLease(table, SLIDE_AUDIO_WORK_KIND, audio, leaseUntil),

    async finish(audio, { key, duration_seconds, sentences, speech_hash, engine, voice }) {
      await endWork(
        audio,
        'SET #status = :ready, #key = :key, duration_seconds = :duration, sentences = :sentences, speech_hash = :hash, engine = :engine, voice = :voice REMOVE #text, lexicon, speakers',
        {
          ':ready': 'ready',
          ':key': key,
          ':duration': duration_seconds,
          ':sentences': sentences,
          ':hash': speech_hash,
          ':engine': engine,
          ':voice': voice,
        },
        { '#key': 'key', '#text': 'text' },
      );
    },

    fail,
    failAbandoned: (seenAudio, error) => fail(seenAudio, error, seenAudio),

    release: (audio) => releaseFailedWork(table, SLIDE_AUDIO_WORK_KIND, audio),
    postpone: (audio, enqueuedAt, counts) =>
      postponeLeasedWork(table, SLIDE_AUDIO_WORK_KIND, audio, enqueuedAt, counts),
    listDue: (request) =>
      listDueWork(table, SLIDE_AUDIO_WORK_KIND, request, (audio, listed_as) => ({ audio, listed_as })),
    noteCheck: ({ audio, listed_as }, nextCheckAt, sentAt) =>
      scheduleNextWorkCheck(table, SLIDE_AUDIO_WORK_KIND, { work: audio, listedAs: listed_as }, nextCheckAt, sentAt),
  };
}
