import { monthOf } from '#features/accounts/public.ts';
import type {
  RenderPayer,
  SpeechPayer,
  SpeechStore,
  SpokenForRender,
  StoredSpeech,
} from '#features/narration/public.ts';
import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { unlessConflict, WriteConflict } from '#kernel/shared/errors.ts';
import { SPEECH_LIFETIME } from '#kernel/shared/lifetimes.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { speechUse } from '#platform/erasure/public.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { tombstoneItem } from '../erasure/tombstone-items.ts';
import { reservationItems } from '../renders/reservation-item.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { CONFLICT, type TransactItem } from '../table/transaction.ts';
import { reservedCharacters } from './audio-reservation.ts';
import { decideBegin } from './decide-begin.ts';
import { isLastClaim } from './last-claim.ts';
import { audioCodec } from './narration-items.ts';
import { isRemovedSpeech, type SpeechRecord, speechCodec, UNSTORED, userName } from './speech-items.ts';

/** Attempts to start speech that other workers of the render overtake. */
const BEGIN_ATTEMPTS = 4;
/** Attempts to keep speech. Another one follows only when a second attempt of the task took the speech over, or abandoned it. */
const KEEP_ATTEMPTS = 3;

/** Uses of speech that are noted at the same time. */
const USES_AT_ONCE = 8;

const accountOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio.account_id : payer.account_id);

const timelineOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio : payer).timeline_id;

/** A time in the month for which a payer's work counts. */
const countedAtOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio : payer).created_at;

/** The bytes of new speech. */
const bytesOf = (speech: readonly StoredSpeech[]): number =>
  speech.reduce((sum, { size_bytes = 0 }) => sum + size_bytes, 0);

/** Speech without the fields that only its item has. */
const speechOf = ({ timelines: _, leaving: __, counted_at: ___, ...speech }: SpeechRecord): StoredSpeech => speech;

/** Speech is named by its content, so writing it twice writes the same. */
export function speechRepository(table: Table): SpeechStore {
  const reservations = reservationItems(table);

  /** Part of a transaction: new speech. What was removed is made again only by those who started after its files were gone. */
  const put = (payer: SpeechPayer, speech: StoredSpeech): TransactItem => ({
    Put: {
      TableName: table.name,
      Item: speechCodec.toItem(keys.speech(accountOf(payer), speech.hash), {
        ...speech,
        timelines: new Set([timelineOf(payer)]),
        counted_at: monthOf(countedAtOf(payer)),
      }),
      ConditionExpression: 'attribute_not_exists(PK) OR emptied_at < :begun',
      ExpressionAttributeValues: { ':begun': speech.used_at ?? '' },
    },
  });

  /** Part of a transaction: the speech does not exist. */
  const isNew = (payer: SpeechPayer, hash: string): TransactItem => ({
    ConditionCheck: {
      TableName: table.name,
      Key: keys.speech(accountOf(payer), hash),
      ConditionExpression: UNSTORED,
    },
  });

  const recordsOf = async (accountId: string, hashes: readonly string[]): Promise<SpeechRecord[]> => {
    const items = await table.getMany([...new Set(hashes)].map((hash) => keys.speech(accountId, hash)));
    return items.filter((item) => !isRemovedSpeech(item)).map(speechCodec.parse);
  };

  const announce: SpeechStore['announce'] = async (user, said, at) => {
    await table.put(tombstoneItem(speechUse(user, said, at)));
  };

  /** A timeline uses speech from now on. @throws WriteConflict when it was removed, and for speech of earlier versions */
  const join = async (
    { account_id, timeline_id }: { account_id: string; timeline_id: string },
    { hash, timelines = new Set() }: Pick<SpeechRecord, 'hash' | 'timelines'>,
    at: string,
  ): Promise<void> => {
    await table.update({
      Key: keys.speech(account_id, hash),
      UpdateExpression: 'SET used_at = :at ADD timelines :timeline REMOVE leaving',
      ConditionExpression: 'attribute_exists(timelines)',
      ExpressionAttributeValues: { ':at': at, ':timeline': new Set([userName(timeline_id, timelines)]) },
    });
  };

  /** The timeline of a payer uses speech that another one has made meanwhile. @throws WriteConflict when that was removed */
  async function joinMade(payer: SpeechPayer, { hash, used_at = '' }: StoredSpeech): Promise<void> {
    const user = { account_id: accountOf(payer), timeline_id: timelineOf(payer) };
    const [record] = await recordsOf(user.account_id, [hash]);
    if (!record) throw new WriteConflict('the speech was removed');
    const { timelines, leaving } = record;
    if (timelines && (leaving !== undefined || !timelines.has(user.timeline_id))) await join(user, record, used_at);
  }

  /** Part of a transaction: the bytes of speech for which nothing is paid. */
  const count = (payer: SpeechPayer, speech_bytes: number): TransactItem[] =>
    changeUsage(table, accountOf(payer), [{ at: countedAtOf(payer), speech_bytes }]);

  /**
   * Parts of a transaction: takes characters from the payer's reservation, and counts them for the month of it, with the bytes of
   * the speech.
   */
  function pay(payer: SpeechPayer, characters: number, speech_bytes: number): TransactItem[] {
    const counted = { narration_characters: characters };
    if (characters === 0) return count(payer, speech_bytes);
    if (payer.kind === 'render')
      return [
        reservations.spend(payer, [payer.slide], payer.claim),
        ...changeUsage(table, payer.account_id, [{ at: payer.created_at, counted, speech_bytes }]),
      ];
    const { audio } = payer;
    const reserved = reservedCharacters(audio);
    // An earlier attempt has counted its speech, and another version of the program, which names it otherwise, speaks it again:
    // what was asked for once is paid once.
    if (reserved === 0) return count(payer, speech_bytes);
    return [
      {
        Update: {
          TableName: table.name,
          Key: keys.audio(audio.account_id, audio.timeline_id, audio.slide_id),
          UpdateExpression: 'REMOVE reserved_characters',
          ConditionExpression: 'job = :job AND reserved_characters = :reserved',
          ExpressionAttributeValues: { ':job': audio.job, ':reserved': reserved },
        },
      },
      ...changeUsage(table, audio.account_id, [
        { at: audio.created_at, counted, speech_bytes, booked: { narration_characters: characters - reserved } },
      ]),
    ];
  }

  const abandon = async (payer: SpeechPayer, characters: number): Promise<void> => {
    if (payer.kind === 'render' && characters > 0)
      await reservations.abandon(payer, { characters, claim: payer.claim });
  };

  /** Reports whether a render may still need speech. */
  const isUnspoken = async (payer: RenderPayer): Promise<boolean> =>
    (await reservations.read(payer))?.is_spoken === false;

  /** @param isMade the speech of this attempt exists already and is only to be stored: then the attempt may be late */
  async function begin(payer: RenderPayer, hash: string, characters: number, isMade = false): Promise<number> {
    const { claim } = payer;
    return retryOnConflict({ attempts: BEGIN_ATTEMPTS }, async () => {
      // Speech that exists stays what it is, however often this is tried: that is a conflict.
      const refused = await table.transact(
        { speech: isNew(payer, hash), reservation: reservations.begin(payer, { characters, claim }) },
        { refusals: { speech: CONFLICT, reservation: 'not_begun' } },
      );
      if (!refused) return characters;
      const decision = decideBegin(await reservations.read(payer), { slide: payer, characters, claim, isMade });
      if (decision.step === 'conflict') throw new WriteConflict(decision.reason);
      if (decision.step !== 'proceed')
        await table.transact({
          speech: isNew(payer, hash),
          reservation:
            decision.step === 'take over'
              ? reservations.takeOver(payer, { claim })
              : reservations.begin(payer, { characters: decision.characters, claim }),
        });
      return decision.characters;
    });
  }

  async function keep(payer: SpeechPayer, speech: StoredSpeech, characters: number): Promise<void> {
    let due = characters;
    await retryOnConflict({ attempts: KEEP_ATTEMPTS }, async () => {
      const refused = await table.transact(
        { speech: put(payer, speech), payment: pay(payer, due, bytesOf([speech])) },
        { refusals: { speech: 'exists', payment: 'not_paid' } },
      );
      if (refused === 'exists') {
        // Another worker made the same speech at the same time: it is stored, and counted, once.
        await unlessConflict(() => abandon(payer, due));
        await joinMade(payer, speech);
      } else if (refused === 'not_paid' && payer.kind === 'render' && (await isUnspoken(payer))) {
        // Another attempt of the same task took it over, or abandoned it; this one did not fail.
        due = await begin(payer, speech.hash, characters, true);
        throw new WriteConflict('another attempt had the speech under way');
      } else if (refused === 'not_paid') {
        // The payer has ended, and these characters were counted then; or its speech is there, and this one is late.
        const isKept = await unlessConflict(() =>
          table.transact({ speech: put(payer, speech), bytes: count(payer, bytesOf([speech])) }),
        );
        if (!isKept) await joinMade(payer, speech);
      }
    });
  }

  /** Keeps all of it, or nothing. @throws WriteConflict */
  async function keepTogether({ payer }: SpokenForRender, spoken: readonly SpokenForRender[]): Promise<void> {
    const due = spoken.filter(({ characters }) => characters > 0);
    const narration_characters = due.reduce((sum, { characters }) => sum + characters, 0);
    const slides = due.map((one) => one.payer.slide);
    await table.transact({
      speech: spoken.map((one) => put(one.payer, one.speech)),
      reservation: due.length === 0 ? [] : reservations.spend(payer, slides, payer.claim),
      month: changeUsage(table, payer.account_id, [
        {
          at: payer.created_at,
          counted: { narration_characters },
          speech_bytes: bytesOf(spoken.map(({ speech }) => speech)),
        },
      ]),
    });
  }

  return {
    async findMany(accountId, hashes) {
      return new Map((await recordsOf(accountId, hashes)).map((record) => [record.hash, speechOf(record)]));
    },

    async use(user, said, at, { always = false } = {}) {
      const { account_id, timeline_id } = user;
      const found = await recordsOf(
        account_id,
        said.map(({ hash }) => hash),
      );
      const usable = new Map(found.map((record) => [record.hash, speechOf(record)]));
      const notedSince = timestamp(plusSeconds(at, -SPEECH_LIFETIME.record_again));
      const known = found.filter(({ timelines }) => timelines !== undefined);
      const joining = new Set(known.flatMap(({ hash, timelines }) => (timelines?.has(timeline_id) ? [] : [hash])));
      const noting = known.filter(
        ({ hash, leaving, used_at = '' }) =>
          always || joining.has(hash) || leaving !== undefined || used_at < notedSince,
      );
      // Before the timeline is named by the speech: without the note no sweeper would find what it uses.
      if (joining.size > 0)
        await announce(
          user,
          said.filter(({ hash }) => joining.has(hash)),
          at,
        );
      await forEachConcurrent(noting, USES_AT_ONCE, async (record) => {
        if (!(await unlessConflict(() => join(user, record, timestamp(at))))) usable.delete(record.hash);
      });
      return usable;
    },

    announce,

    async begin(payer, hash, characters) {
      if (payer.kind === 'render') return begin(payer, hash, characters);
      // The status of a slide's audio says that a worker has it: nothing more needs to be noted.
      const { account_id, timeline_id, slide_id } = payer.audio;
      const item = await table.get(keys.audio(account_id, timeline_id, slide_id));
      if (!isLastClaim(item && audioCodec.parse(item), payer.audio))
        throw new WriteConflict('the audio has another worker');
      return characters;
    },

    async beginAll(speeches) {
      const [first] = speeches;
      if (!first) return true;
      const begun = speeches.map(({ payer: { slide, claim }, characters }) => ({ slide, claim, characters }));
      return unlessConflict(() => reservations.beginAll(first.payer, begun));
    },

    abandon,

    keep,

    async keepAll(spoken) {
      const [first] = spoken;
      if (first && spoken.length > 1 && (await unlessConflict(() => keepTogether(first, spoken)))) return;
      for (const { payer, speech, characters } of spoken) await keep(payer, speech, characters);
    },
  };
}
