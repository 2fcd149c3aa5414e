import { usageMonthOf } from '#features/accounts/public.ts';
import type {
  RenderSpeechReservationOwner,
  SpeechReservationOwner,
  SpeechStore,
  SpeechSynthesizedForRender,
  StoredSpeech,
} from '#features/narration/public.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { attemptConditionalWrite, WriteConflictError } from '#kernel/shared/errors.ts';
import { SPEECH_LIFETIMES_IN_SECONDS } from '#kernel/shared/lifetimes.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { createSpeechUseRecord } from '#platform/erasure/public.ts';
import { usageChangeWrites } from '../accounts/usage-repository.ts';
import { tombstoneItem } from '../erasure/tombstone-items.ts';
import { renderReservationRepository } from '../renders/render-reservation-repository.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type TransactItem } from '../table/transaction.ts';
import { charactersReservedByAudio } from './audio-reservation.ts';
import { decideSpeechSynthesisStart } from './decide-speech-synthesis-start.ts';
import { isAudioClaimCurrent } from './last-claim.ts';
import { slideAudioCodec } from './narration-items.ts';
import {
  isRemovedSpeechMarker,
  SPEECH_NOT_STORED_CONDITION,
  type StoredSpeechWithUsers,
  speechCodec,
  speechUserNameOfTimeline,
} from './speech-items.ts';

/** Attempts to note the start of a synthesis, which can collide with other workers of the render. */
const BEGIN_ATTEMPTS = 4;
/** Attempts to store speech. Another one is made only when a second worker of the same task took the speech over, or abandoned it. */
const KEEP_ATTEMPTS = 3;

/** The number of uses of speech that are noted at the same time. */
const USES_AT_ONCE = 8;

const accountOf = (payer: SpeechReservationOwner): string =>
  payer.kind === 'audio' ? payer.audio.account_id : payer.account_id;

const timelineOf = (payer: SpeechReservationOwner): string =>
  (payer.kind === 'audio' ? payer.audio : payer).timeline_id;

/** A time in the month for which a payer's work counts. */
const countedAtOf = (payer: SpeechReservationOwner): string =>
  (payer.kind === 'audio' ? payer.audio : payer).created_at;

/** The sum of the bytes of speech files. */
const bytesOf = (speech: readonly StoredSpeech[]): number =>
  speech.reduce((sum, { size_bytes = 0 }) => sum + size_bytes, 0);

/** Speech without the fields that only its item has. */
const speechOf = ({ timelines: _, leaving: __, counted_at: ___, ...speech }: StoredSpeechWithUsers): StoredSpeech =>
  speech;

/**
 * Speech in the table, under its content address, with the reservations that pay for it. Two workers that synthesize the same speech
 * store the same.
 */
export function speechRepository(table: Table): SpeechStore {
  const reservations = renderReservationRepository(table);

  /** Part of a transaction: inserts new speech. Removed speech is replaced only if the synthesis started after its files were deleted. */
  const insertWrite = (payer: SpeechReservationOwner, speech: StoredSpeech): TransactItem => ({
    Put: {
      TableName: table.name,
      Item: speechCodec.toItem(tableKeys.speech(accountOf(payer), speech.hash), {
        ...speech,
        timelines: new Set([timelineOf(payer)]),
        counted_at: usageMonthOf(countedAtOf(payer)),
      }),
      ConditionExpression: 'attribute_not_exists(PK) OR emptied_at < :begun',
      ExpressionAttributeValues: { ':begun': speech.used_at ?? '' },
    },
  });

  /** Part of a transaction: the condition that the speech does not exist. */
  const notStoredCondition = (payer: SpeechReservationOwner, hash: string): TransactItem => ({
    ConditionCheck: {
      TableName: table.name,
      Key: tableKeys.speech(accountOf(payer), hash),
      ConditionExpression: SPEECH_NOT_STORED_CONDITION,
    },
  });

  /** Speech with its users; without removed speech. */
  const recordsOf = async (accountId: string, hashes: readonly string[]): Promise<StoredSpeechWithUsers[]> => {
    const items = await table.getMany([...new Set(hashes)].map((hash) => tableKeys.speech(accountId, hash)));
    return items.filter((item) => !isRemovedSpeechMarker(item)).map(speechCodec.parse);
  };

  const announce: SpeechStore['announce'] = async (user, references, usedTime) => {
    await table.put(tombstoneItem(createSpeechUseRecord(user, references, usedTime)));
  };

  /**
   * Adds a timeline to the users of speech.
   * @throws WriteConflictError when the speech was removed, or an earlier version of the program stored it
   */
  const addUser = async (
    { account_id, timeline_id }: { account_id: string; timeline_id: string },
    { hash, timelines = new Set() }: Pick<StoredSpeechWithUsers, 'hash' | 'timelines'>,
    usedAt: string,
  ): Promise<void> => {
    await table.update({
      Key: tableKeys.speech(account_id, hash),
      UpdateExpression: 'SET used_at = :at ADD timelines :timeline REMOVE leaving',
      ConditionExpression: 'attribute_exists(timelines)',
      ExpressionAttributeValues: {
        ':at': usedAt,
        ':timeline': new Set([speechUserNameOfTimeline(timeline_id, timelines)]),
      },
    });
  };

  /**
   * Adds the payer's timeline to the users of speech that another worker has stored meanwhile. Its last use stays, if it was later than the
   * start of the payer's synthesis.
   * @throws WriteConflictError when it was removed
   */
  async function addUserOfStoredSpeech(
    payer: SpeechReservationOwner,
    { hash, used_at = '' }: StoredSpeech,
  ): Promise<void> {
    const user = { account_id: accountOf(payer), timeline_id: timelineOf(payer) };
    const [record] = await recordsOf(user.account_id, [hash]);
    if (!record) throw new WriteConflictError('the speech was removed');
    const { timelines, leaving, used_at: storedUsedAt = '' } = record;
    if (timelines && (leaving !== undefined || !timelines.has(user.timeline_id)))
      await addUser(user, record, used_at > storedUsedAt ? used_at : storedUsedAt);
  }

  /** Part of a transaction: counts the bytes of speech, without any characters. */
  const byteCountWrites = (payer: SpeechReservationOwner, speech_bytes: number): TransactItem[] =>
    usageChangeWrites(table, accountOf(payer), [{ at: countedAtOf(payer), speech_bytes }]);

  /**
   * Parts of a transaction: take characters from the payer's reservation, and count them, with the bytes of the speech, in the month of
   * the reservation.
   */
  function paymentWrites(payer: SpeechReservationOwner, characters: number, speech_bytes: number): TransactItem[] {
    const counted = { narration_characters: characters };
    if (characters === 0) return byteCountWrites(payer, speech_bytes);
    if (payer.kind === 'render')
      return [
        reservations.spend(payer, [payer.slide], payer.claim),
        ...usageChangeWrites(table, payer.account_id, [{ at: payer.created_at, counted, speech_bytes }]),
      ];
    const { audio } = payer;
    const reservedCharacters = charactersReservedByAudio(audio);
    // An earlier attempt has counted this speech. Another version of the program, whose content addresses differ, synthesizes it
    // again; a request is counted only once.
    if (reservedCharacters === 0) return byteCountWrites(payer, speech_bytes);
    return [
      {
        Update: {
          TableName: table.name,
          Key: tableKeys.audio(audio.account_id, audio.timeline_id, audio.slide_id),
          UpdateExpression: 'REMOVE reserved_characters',
          ConditionExpression: 'job = :job AND reserved_characters = :reserved',
          ExpressionAttributeValues: { ':job': audio.job, ':reserved': reservedCharacters },
        },
      },
      ...usageChangeWrites(table, audio.account_id, [
        {
          at: audio.created_at,
          counted,
          speech_bytes,
          booked: { narration_characters: characters - reservedCharacters },
        },
      ]),
    ];
  }

  const abandon = async (payer: SpeechReservationOwner, characters: number): Promise<void> => {
    if (payer.kind === 'render' && characters > 0)
      await reservations.abandon(payer, { characters, claim: payer.claim });
  };

  /** Reports whether a render may still need speech. */
  const mayNeedSpeech = async (payer: RenderSpeechReservationOwner): Promise<boolean> =>
    (await reservations.read(payer))?.is_spoken === false;

  /**
   * Takes the characters of a render's speech from its reservation before the synthesis.
   * @param isMade true when this attempt has synthesized the speech and only stores it; a later attempt does not stop it then
   * @returns the number of characters that are counted when the speech is stored
   * @throws WriteConflictError when the speech exists or another attempt has it under way
   */
  async function begin(
    payer: RenderSpeechReservationOwner,
    hash: string,
    characters: number,
    isMade = false,
  ): Promise<number> {
    const { claim } = payer;
    return retryOnConflict({ attempts: BEGIN_ATTEMPTS }, async () => {
      // Speech that exists is a conflict that no other attempt changes.
      const refusal = await table.transact(
        { speech: notStoredCondition(payer, hash), reservation: reservations.begin(payer, { characters, claim }) },
        { refusals: { speech: REFUSED_BY_CONFLICT, reservation: 'not_begun' } },
      );
      if (!refusal) return characters;
      const decision = decideSpeechSynthesisStart(await reservations.read(payer), {
        slide: payer,
        characters,
        claim,
        isMade,
      });
      if (decision.step === 'conflict') throw new WriteConflictError(decision.reason);
      if (decision.step !== 'proceed')
        await table.transact({
          speech: notStoredCondition(payer, hash),
          reservation:
            decision.step === 'take over'
              ? reservations.takeOver(payer, { claim })
              : reservations.begin(payer, { characters: decision.characters, claim }),
        });
      return decision.characters;
    });
  }

  async function keep(payer: SpeechReservationOwner, speech: StoredSpeech, characters: number): Promise<void> {
    let dueCharacters = characters;
    await retryOnConflict({ attempts: KEEP_ATTEMPTS }, async () => {
      const refusal = await table.transact(
        { speech: insertWrite(payer, speech), payment: paymentWrites(payer, dueCharacters, bytesOf([speech])) },
        { refusals: { speech: 'exists', payment: 'not_paid' } },
      );
      if (refusal === 'exists') {
        // Another worker made the same speech at the same time: it is stored, and counted, once.
        await attemptConditionalWrite(() => abandon(payer, dueCharacters));
        await addUserOfStoredSpeech(payer, speech);
      } else if (refusal === 'not_paid' && payer.kind === 'render' && (await mayNeedSpeech(payer))) {
        // Another worker of the same task took the speech over, or abandoned it. This one has made it, so it takes it back.
        dueCharacters = await begin(payer, speech.hash, characters, true);
        throw new WriteConflictError('another attempt had the speech under way');
      } else if (refusal === 'not_paid') {
        // The payer has ended, which counted these characters; or its speech is stored already, and this attempt is late.
        const wasStored = await attemptConditionalWrite(() =>
          table.transact({ speech: insertWrite(payer, speech), bytes: byteCountWrites(payer, bytesOf([speech])) }),
        );
        if (!wasStored) await addUserOfStoredSpeech(payer, speech);
      }
    });
  }

  /** Stores several speeches of one render in one transaction: all or none. @throws WriteConflictError */
  async function keepTogether(
    { payer }: SpeechSynthesizedForRender,
    speeches: readonly SpeechSynthesizedForRender[],
  ): Promise<void> {
    const paidSpeeches = speeches.filter(({ characters }) => characters > 0);
    const narration_characters = paidSpeeches.reduce((sum, { characters }) => sum + characters, 0);
    const slides = paidSpeeches.map((one) => one.payer.slide);
    await table.transact({
      speech: speeches.map((one) => insertWrite(one.payer, one.speech)),
      reservation: paidSpeeches.length === 0 ? [] : reservations.spend(payer, slides, payer.claim),
      month: usageChangeWrites(table, payer.account_id, [
        {
          at: payer.created_at,
          counted: { narration_characters },
          speech_bytes: bytesOf(speeches.map(({ speech }) => speech)),
        },
      ]),
    });
  }

  return {
    async findMany(accountId, hashes) {
      return new Map((await recordsOf(accountId, hashes)).map((record) => [record.hash, speechOf(record)]));
    },

    async use(user, references, usedTime, { always = false } = {}) {
      const { account_id, timeline_id } = user;
      const records = await recordsOf(
        account_id,
        references.map(({ hash }) => hash),
      );
      const usableSpeech = new Map(records.map((record) => [record.hash, speechOf(record)]));
      const notedSince = formatUtcTimestamp(addSeconds(usedTime, -SPEECH_LIFETIMES_IN_SECONDS.record_again));
      const recordsWithUsers = records.filter(({ timelines }) => timelines !== undefined);
      const joiningHashes = new Set(
        recordsWithUsers.flatMap(({ hash, timelines }) => (timelines?.has(timeline_id) ? [] : [hash])),
      );
      const notedRecords = recordsWithUsers.filter(
        ({ hash, leaving, used_at = '' }) =>
          always || joiningHashes.has(hash) || leaving !== undefined || used_at < notedSince,
      );
      // The note is written before the speech names the timeline: sweepers find the uses of a timeline by such notes.
      if (joiningHashes.size > 0)
        await announce(
          user,
          references.filter(({ hash }) => joiningHashes.has(hash)),
          usedTime,
        );
      await forEachConcurrent(notedRecords, USES_AT_ONCE, async (record) => {
        if (!(await attemptConditionalWrite(() => addUser(user, record, formatUtcTimestamp(usedTime)))))
          usableSpeech.delete(record.hash);
      });
      return usableSpeech;
    },

    announce,

    async begin(payer, hash, characters) {
      if (payer.kind === 'render') return begin(payer, hash, characters);
      // The status of a slide's audio already says that a worker has it.
      const { account_id, timeline_id, slide_id } = payer.audio;
      const item = await table.get(tableKeys.audio(account_id, timeline_id, slide_id));
      if (!isAudioClaimCurrent(item && slideAudioCodec.parse(item), payer.audio))
        throw new WriteConflictError('the audio has another worker');
      return characters;
    },

    async beginAll(speeches) {
      const [first] = speeches;
      if (!first) return true;
      const startedSpeeches = speeches.map(({ payer: { slide, claim }, characters }) => ({ slide, claim, characters }));
      return attemptConditionalWrite(() => reservations.beginAll(first.payer, startedSpeeches));
    },

    abandon,

    keep,

    async keepAll(speeches) {
      const [first] = speeches;
      if (first && speeches.length > 1 && (await attemptConditionalWrite(() => keepTogether(first, speeches)))) return;
      for (const { payer, speech, characters } of speeches) await keep(payer, speech, characters);
    },
  };
}
