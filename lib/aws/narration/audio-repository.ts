import { type AdoptedAudio, type AudioStore, firstAudioLook } from '../../narration/public.ts';
import { WriteConflict } from '../../shared/errors.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { type AudioRef, bytesOfRecording, type SlideAudio } from '../../timelines/public.ts';
import { changeHoldings } from '../accounts/holdings.ts';
import { notDeleted } from '../accounts/not-deleted.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { tombstoneWrites } from '../erasure/tombstone-items.ts';
import { gsi2, type Key, keys } from '../table/keys.ts';
import {
  claimWork,
  dueWork,
  LEAVING,
  type LeasedWorkKind,
  noteLookAtWork,
  postponeWork,
  releaseWork,
  renewWork,
  updateOfWork,
} from '../table/leased-work.ts';
import { type Table, TRANSACTION_ITEMS } from '../table/table.ts';
import { CONFLICT, type TransactItem, type Transaction } from '../table/transaction.ts';
import { slideRefsIn } from '../timelines/timeline-items.ts';
import { adoptedItem, withAdopted } from './adopted-audio.ts';
import { endReservation, refundOf, reservedCharacters, unchangedAudio } from './audio-reservation.ts';
import { isLastClaim } from './last-claim.ts';
import { audioCodec } from './narration-items.ts';

/** The name of audio in the index of the sweeper, which lists what is neither ready nor failed. */
const listedId = ({ timeline_id, slide_id }: Omit<AudioRef, 'job'>): string => `${timeline_id}#${slide_id}`;

/** A conflict may be a late worker that counted the reservation in between; then there is one more attempt. */
const END_ATTEMPTS = 2;
/** Items of a transaction that give a slide other audio, and how many slides one transaction has room for beside the account. */
const PARTS_OF_REPLACEMENT = 2;
const REPLACEMENTS = Math.floor((TRANSACTION_ITEMS - 1) / PARTS_OF_REPLACEMENT);

/** Up to this many slides adopt audio by an item each, which costs less than the record of a long timeline. */
const MOST_IN_ITEMS = 8;
/** Attempts to write the record of a timeline, which only renders of that timeline write. */
const RECORD_ATTEMPTS = 5;

const keyOf = ({ account_id, timeline_id, slide_id }: Omit<AudioRef, 'job'>): Key =>
  keys.audio(account_id, timeline_id, slide_id);

/** The item of a slide's audio is taken over by a later request: its job tells which one it is. */
const AUDIO: LeasedWorkKind<SlideAudio, AudioRef> = {
  codec: audioCodec,
  index: gsi2.audio,
  key: keyOf,
  listedId,
  refOf: (audio) => audio,
  identity: ({ job }) => ({ job }),
};

/** The audio of slides, stored beside the revisions of its timeline's slides. */
export function audioRepository(table: Table): AudioStore {
  /**
   * The end of the work of the last claim. What is left of its reservation is given back in the same transaction, under the
   * condition that it is still there: once, also when the end is written twice.
   * @param lease must not have been renewed since, if it is given
   */
  const end = (
    audio: SlideAudio,
    change: string,
    values: Record<string, unknown>,
    names: Record<string, string>,
    lease: Pick<SlideAudio, 'lease_until'> = {},
  ): Promise<void> =>
    retryOnConflict({ attempts: END_ATTEMPTS }, async () => {
      const item = await table.get(keyOf(audio));
      const present = item && audioCodec.parse(item);
      if (!present || !isLastClaim(present, audio)) throw new WriteConflict('the audio has another worker');
      const seenUntil = lease.lease_until;
      if (seenUntil !== undefined && present.lease_until !== seenUntil)
        throw new WriteConflict('the lease of the audio was renewed');
      const unchanged = unchangedAudio(present);
      const update = updateOfWork(
        AUDIO,
        audio,
        { expression: `${change}, ${LEAVING}, reserved_characters`, values, names },
        seenUntil,
      );
      await table.transact({
        audio: {
          Update: {
            TableName: table.name,
            ...update,
            ConditionExpression: `${update.ConditionExpression} AND ${unchanged.ConditionExpression}`,
            ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...unchanged.ExpressionAttributeNames },
            ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...unchanged.ExpressionAttributeValues },
          },
        },
        month: changeUsage(table, audio.account_id, [refundOf(present)]),
      });
    });

  /** Parts of a transaction: other audio for a slide, which has not changed since. */
  const replacement = (audio: SlideAudio, rev: string, seen: SlideAudio | undefined): TransactItem[] => [
    {
      Put: {
        TableName: table.name,
        Item: audioCodec.toItem(
          keyOf(audio),
          audio,
          audio.status === 'ready' ? {} : gsi2.audio.attributes(listedId(audio), firstAudioLook(audio)),
        ),
        ...(seen === undefined ? { ConditionExpression: 'attribute_not_exists(PK)' } : unchangedAudio(seen)),
      },
    },
    {
      ConditionCheck: {
        TableName: table.name,
        Key: keys.slide(audio.account_id, audio.timeline_id, audio.slide_id, rev),
        ConditionExpression: 'attribute_exists(PK)',
      },
    },
  ];

  /** Writes replacements in one transaction; those whose conditions fail are left out of the next attempt. */
  async function adoptTogether(accountId: string, adopted: readonly AdoptedAudio[]): Promise<void> {
    let left = adopted;
    while (left.length > 0) {
      const parts: Transaction = {
        account: notDeleted(table, accountId),
        ...Object.fromEntries(
          left.map(({ audio, rev, seen }) => [audio.slide_id, replacement(audio, rev, seen)] as const),
        ),
      };
      try {
        await table.transact(parts);
        return;
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        const { failed } = error;
        if (failed.has('account') || failed.size === 0) return;
        left = left.filter(({ audio }) => !failed.has(audio.slide_id));
      }
    }
  }

  /**
   * Writes replacements to the record of the timeline, unless that or the account is gone. Another record may have been written since
   * this one was read: then it is read again.
   * @returns false when they have no room in it
   */
  const adoptInRecord = (
    { account_id, timeline_id }: Pick<AudioRef, 'account_id' | 'timeline_id'>,
    adopted: readonly AdoptedAudio[],
  ): Promise<boolean> =>
    retryOnConflict({ attempts: RECORD_ATTEMPTS }, async () => {
      const key = keys.adoptedAudio(account_id, timeline_id);
      const head = keys.timeline(account_id, timeline_id);
      const items = await table.getMany([key, head]);
      const timeline = items.find((item) => item.entity === 'timeline');
      if (!timeline) return true;
      const present = items.find((item) => item.entity === 'adopted_audio');
      const revisions = new Map(slideRefsIn(timeline).map(({ id, rev }) => [id, rev]));
      const record = withAdopted(present, adopted, revisions);
      if (!record) return false;
      await table.transact(
        {
          record: {
            Put: {
              TableName: table.name,
              Item: adoptedItem(key, record),
              ...(present
                ? { ConditionExpression: 'changes = :seen', ExpressionAttributeValues: { ':seen': record.changes - 1 } }
                : { ConditionExpression: 'attribute_not_exists(PK)' }),
            },
          },
          timeline: {
            ConditionCheck: { TableName: table.name, Key: head, ConditionExpression: 'attribute_exists(PK)' },
          },
          account: notDeleted(table, account_id),
        },
        { refusals: { record: CONFLICT, timeline: 'gone', account: 'gone' } },
      );
      return true;
    });

  const fail = (
    audio: SlideAudio,
    error: NonNullable<SlideAudio['error']>,
    lease?: Pick<SlideAudio, 'lease_until'>,
  ): Promise<void> =>
    end(
      audio,
      'SET #status = :failed, #error = :error REMOVE #text, lexicon',
      { ':failed': 'failed', ':error': error },
      { '#error': 'error', '#text': 'text' },
      lease,
    );

  return {
    async request(audio, rev, seen, limits, { answer, tombstones } = {}) {
      const { account_id } = audio;
      const reserved = reservedCharacters(audio);
      const refused = await table.transact(
        {
          audio: replacement(audio, rev, seen),
          tombstones: tombstoneWrites(table, account_id, tombstones),
          month: changeUsage(
            table,
            account_id,
            [
              ...(seen ? [endReservation(seen)] : []),
              { at: audio.created_at, booked: { narration_characters: reserved } },
            ],
            { narration_characters: limits.narration_characters_per_month },
          ),
          holdings: changeHoldings(
            table,
            account_id,
            { stored_bytes: bytesOfRecording(audio) - bytesOfRecording(seen) },
            limits,
          ),
          account: notDeleted(table, account_id),
        },
        {
          answer,
          refusals: {
            account: 'account_deleted',
            audio: CONFLICT,
            tombstones: CONFLICT,
            month: 'quota_used',
            holdings: 'no_room',
          },
        },
      );
      return refused ?? 'requested';
    },

    async adopt(adopted) {
      const [first] = adopted;
      if (first && adopted.length > MOST_IN_ITEMS && (await adoptInRecord(first.audio, adopted))) return;
      for (let at = 0; first && at < adopted.length; at += REPLACEMENTS)
        await adoptTogether(first.audio.account_id, adopted.slice(at, at + REPLACEMENTS));
    },

    async find(ref) {
      const item = await table.get(keyOf(ref));
      return item && audioCodec.parse(item);
    },

    async claim(ref, claim) {
      const claimed = await claimWork(table, AUDIO, ref, claim);
      // A recording is never queued.
      if (claimed.source !== 'generated') throw new WriteConflict('a recording is not to be made');
      return claimed;
    },

    renew: (audio, leaseUntil) => renewWork(table, AUDIO, audio, leaseUntil),

    async finish(audio, { key, duration_seconds, sentences, speech_hash, engine, voice }) {
      await end(
        audio,
        'SET #status = :ready, #key = :key, duration_seconds = :duration, sentences = :sentences, speech_hash = :hash, engine = :engine, voice = :voice REMOVE #text, lexicon',
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
    failAbandoned: (seen, error) => fail(seen, error, seen),

    release: (audio) => releaseWork(table, AUDIO, audio),
    postpone: (audio, at, counts) => postponeWork(table, AUDIO, audio, at, counts),
    listDue: (request) => dueWork(table, AUDIO, request, (audio, listed_as) => ({ audio, listed_as })),
    noteLook: ({ audio, listed_as }, next, sentAt) =>
      noteLookAtWork(table, AUDIO, { work: audio, listedAs: listed_as }, next, sentAt),
  };
}
