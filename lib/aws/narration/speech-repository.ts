import type { RenderPayer, SpeechPayer, SpeechStore, SpokenForRender, StoredSpeech } from '../../narration/public.ts';
import { unlessConflict, WriteConflict } from '../../shared/errors.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { isPaid, reservationItems, underWay } from '../renders/reservation-item.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { CONFLICT, type TransactItem } from '../table/transaction.ts';
import { reservedCharacters } from './audio-reservation.ts';
import { isLastClaim } from './last-claim.ts';
import { audioCodec, speechCodec } from './narration-items.ts';

/** Attempts to begin speech that other workers of the render overtake. */
const BEGIN_ATTEMPTS = 4;
/** Attempts to keep speech. Another one follows only when a second attempt of the task took the speech over, or abandoned it. */
const KEEP_ATTEMPTS = 3;

const accountOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio.account_id : payer.account_id);

/** Speech is named by its content, so writing it twice writes the same. */
export function speechRepository(table: Table): SpeechStore {
  const reservations = reservationItems(table);

  const put = (payer: SpeechPayer, speech: StoredSpeech) => ({
    TableName: table.name,
    Item: speechCodec.toItem(keys.speech(accountOf(payer), speech.hash), speech),
    ConditionExpression: 'attribute_not_exists(PK)',
  });

  /** Part of a transaction: the speech does not exist. */
  const isNew = (payer: SpeechPayer, hash: string): TransactItem => ({
    ConditionCheck: {
      TableName: table.name,
      Key: keys.speech(accountOf(payer), hash),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  });

  /** Parts of a transaction: takes characters from the payer's reservation and counts them for the month of it. */
  function pay(payer: SpeechPayer, characters: number): TransactItem[] {
    const counted = { narration_characters: characters };
    if (payer.kind === 'render')
      return [
        reservations.spend(payer, [payer.slide], payer.claim),
        ...changeUsage(table, payer.account_id, [{ at: payer.created_at, counted }]),
      ];
    const { audio } = payer;
    const reserved = reservedCharacters(audio);
    // An earlier attempt has counted its speech, and another version of the program, which names it otherwise, speaks it again:
    // what was asked for once is paid once.
    if (reserved === 0) return [];
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
        { at: audio.created_at, counted, booked: { narration_characters: characters - reserved } },
      ]),
    ];
  }

  const abandon = async (payer: SpeechPayer, characters: number): Promise<void> => {
    if (payer.kind === 'render' && characters > 0)
      await reservations.abandon(payer, { characters, claim: payer.claim });
  };

  /** Whether a render may still need speech. */
  const isUnspoken = async (payer: RenderPayer): Promise<boolean> =>
    (await reservations.read(payer))?.is_spoken === false;

  /** @param isMade the speech of this attempt is there already, and only to be kept: then it may be late */
  async function begin(payer: RenderPayer, hash: string, characters: number, isMade = false): Promise<number> {
    const { claim } = payer;
    return retryOnConflict({ attempts: BEGIN_ATTEMPTS }, async () => {
      // Speech that exists stays what it is, however often this is tried: that is a conflict.
      const refused = await table.transact(
        { speech: isNew(payer, hash), reservation: reservations.begin(payer, { characters, claim }) },
        { refusals: { speech: CONFLICT, reservation: 'not_begun' } },
      );
      if (!refused) return characters;
      const reservation = await reservations.read(payer);
      if (!reservation || reservation.is_spoken) throw new WriteConflict('the render needs no more speech');
      const begun = underWay(reservation, payer);
      if (begun) {
        if (begun.claim === claim) return begun.characters;
        if (begun.claim > claim && !isMade) throw new WriteConflict('a later attempt has this speech under way');
        // An earlier attempt began it, perhaps of another version of the program, and was killed or is late.
        await table.transact({
          speech: isNew(payer, hash),
          reservation: reservations.takeOver(payer, { claim }),
        });
        return begun.characters;
      }
      // Another version of the program speaks it again: more than was reserved is never paid.
      const left = Math.min(reservation.narration_characters, characters);
      if (left === 0 || isPaid(reservation, payer)) return 0;
      if (left === characters) throw new WriteConflict('the reservation has changed');
      await table.transact({
        speech: isNew(payer, hash),
        reservation: reservations.begin(payer, { characters: left, claim }),
      });
      return left;
    });
  }

  async function keep(payer: SpeechPayer, speech: StoredSpeech, characters: number): Promise<void> {
    const Put = put(payer, speech);
    let due = characters;
    await retryOnConflict({ attempts: KEEP_ATTEMPTS }, async () => {
      const refused = await table.transact(
        { speech: { Put }, payment: due === 0 ? [] : pay(payer, due) },
        { refusals: { speech: 'exists', payment: 'not_paid' } },
      );
      if (refused === 'exists') {
        // Another worker made the same speech at the same time: it is stored, and counted, once.
        await unlessConflict(() => abandon(payer, due));
      } else if (refused === 'not_paid' && payer.kind === 'render' && (await isUnspoken(payer))) {
        // Another attempt of the same task took it over, or abandoned it; this one did not fail.
        due = await begin(payer, speech.hash, characters, true);
        throw new WriteConflict('another attempt had the speech under way');
      } else if (refused === 'not_paid') {
        // The payer has ended, and these characters were counted then; or its speech is there, and this one is late.
        await unlessConflict(() => table.put(Put.Item, { onlyIfNew: true }));
      }
    });
  }

  /** Keeps all of it, or nothing. @throws WriteConflict */
  async function keepTogether({ payer }: SpokenForRender, spoken: readonly SpokenForRender[]): Promise<void> {
    const due = spoken.filter(({ characters }) => characters > 0);
    const narration_characters = due.reduce((sum, { characters }) => sum + characters, 0);
    const slides = due.map((one) => one.payer.slide);
    await table.transact({
      speech: spoken.map((one) => ({ Put: put(one.payer, one.speech) })),
      reservation: due.length === 0 ? [] : reservations.spend(payer, slides, payer.claim),
      month: changeUsage(table, payer.account_id, [{ at: payer.created_at, counted: { narration_characters } }]),
    });
  }

  return {
    async findMany(accountId, hashes) {
      const items = await table.getMany([...new Set(hashes)].map((hash) => keys.speech(accountId, hash)));
      return new Map(items.map(speechCodec.parse).map((speech) => [speech.hash, speech]));
    },

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
