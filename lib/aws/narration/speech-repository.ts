import type { SpeechPayer, SpeechStore, StoredSpeech } from '../../narration/public.ts';
import { unlessConflict, WriteConflict } from '../../shared/errors.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { type Reservation, reservationItems } from '../renders/reservation-item.ts';
import { keys } from '../table/keys.ts';
import type { Table, TransactItem } from '../table/table.ts';
import { reservedCharacters } from './audio-reservation.ts';
import { speechCodec } from './narration-items.ts';

/** Attempts to begin speech that other workers of the render overtake. */
const BEGIN_ATTEMPTS = 4;
/** Attempts to keep speech. Another one follows only when a second attempt of the task took the speech over, or abandoned it. */
const KEEP_ATTEMPTS = 3;

type RenderPayer = Extract<SpeechPayer, { kind: 'render' }>;

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
  function pay(payer: SpeechPayer, hash: string, characters: number): TransactItem[] {
    const counted = { narration_characters: characters };
    if (payer.kind === 'render')
      return [
        reservations.spend(payer, hash, payer.attempt),
        ...changeUsage(table, payer.account_id, [{ at: payer.created_at, counted }]),
      ];
    const { audio } = payer;
    const reserved = reservedCharacters(audio);
    // An earlier attempt has counted its speech, and this one speaks again: another version of the program names it
    // otherwise, or it was deleted. The limit cannot refuse it any more: it is spoken.
    if (reserved === 0)
      return changeUsage(table, audio.account_id, [{ at: audio.created_at, counted, booked: counted }]);
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

  const abandon = async (payer: SpeechPayer, hash: string, characters: number): Promise<void> => {
    if (payer.kind === 'render') await reservations.abandon(payer, hash, { characters, attempt: payer.attempt });
  };

  /** Reserves what a render has too little of to begin this speech: a worker of an earlier attempt may have used it. */
  async function reserveMissing(payer: RenderPayer, reservation: Reservation, characters: number): Promise<void> {
    const { render_seconds, narration_characters: left, limits } = reservation;
    const booked = { narration_characters: characters - left };
    await table.transact([
      reservations.resize(payer, reservation, { render_seconds, narration_characters: characters }, false),
      ...changeUsage(table, payer.account_id, [{ at: payer.created_at, booked }], limits),
    ]);
  }

  async function begin(payer: RenderPayer, hash: string, characters: number): Promise<void> {
    const { attempt } = payer;
    await retryOnConflict({ attempts: BEGIN_ATTEMPTS }, async () => {
      try {
        await table.transact([reservations.begin(payer, hash, { characters, attempt }), isNew(payer, hash)]);
      } catch (error) {
        // Speech that exists stays what it is, however often this is tried.
        if (!(error instanceof WriteConflict) || error.failed.includes(1)) throw error;
        const reservation = await reservations.read(payer);
        const holder = reservation?.under_way[hash]?.attempt;
        if (holder === attempt) return;
        // An earlier attempt of the same task began it, and was killed or is late.
        if (holder !== undefined) {
          await table.transact([reservations.takeOver(payer, hash, attempt), isNew(payer, hash)]);
          return;
        }
        if (reservation && !reservation.is_spoken && reservation.narration_characters < characters)
          await reserveMissing(payer, reservation, characters);
        throw error;
      }
    });
  }

  return {
    async findMany(accountId, hashes) {
      const items = await table.getMany([...new Set(hashes)].map((hash) => keys.speech(accountId, hash)));
      return new Map(items.map(speechCodec.parse).map((speech) => [speech.hash, speech]));
    },

    // The status of a slide's audio says that a worker has it: nothing more needs to be noted.
    async begin(payer, hash, characters) {
      if (payer.kind === 'render') await begin(payer, hash, characters);
    },

    abandon,

    async keep(payer, speech, characters) {
      const Put = put(payer, speech);
      await retryOnConflict({ attempts: KEEP_ATTEMPTS }, async () => {
        try {
          await table.transact([{ Put }, ...(characters === 0 ? [] : pay(payer, speech.hash, characters))]);
        } catch (error) {
          if (!(error instanceof WriteConflict)) throw error;
          if (error.failed.includes(0)) {
            // Another worker made the same speech at the same time: it is stored, and counted, once.
            await unlessConflict(() => abandon(payer, speech.hash, characters));
          } else if (payer.kind === 'render' && (await reservations.read(payer))?.is_spoken === false) {
            // Another attempt of the same task took it over, or abandoned it; this one did not fail.
            await begin(payer, speech.hash, characters);
            throw error;
          } else {
            // The payer has ended, and these characters were counted then; or its speech is there, and this one is late.
            await unlessConflict(() => table.put(Put.Item, { onlyIfNew: true }));
          }
        }
      });
    },
  };
}
