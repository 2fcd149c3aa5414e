import type { SpeechPayer, SpeechStore, StoredSpeech } from '../../narration/public.ts';
import { unlessOvertaken, WriteConflict } from '../../shared/errors.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { reservationItems } from '../renders/reservation-item.ts';
import { keys } from '../table/keys.ts';
import type { Table, TransactItem } from '../table/table.ts';
import { reservedCharacters } from './audio-reservation.ts';
import { speechCodec } from './narration-items.ts';

const accountOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio.account_id : payer.account_id);

/** Speech is named by its content, so writing it twice writes the same. */
export function speechRepository(table: Table): SpeechStore {
  const reservations = reservationItems(table);

  const put = (payer: SpeechPayer, speech: StoredSpeech) => ({
    TableName: table.name,
    Item: speechCodec.toItem(keys.speech(accountOf(payer), speech.hash), speech),
    ConditionExpression: 'attribute_not_exists(PK)',
  });

  /** Parts of a transaction: takes characters from the payer's reservation and counts them for the month of it. */
  function pay(payer: SpeechPayer, hash: string, characters: number): TransactItem[] {
    const counted = { narration_characters: characters };
    if (payer.kind === 'render')
      return [
        reservations.spend(payer, hash, characters),
        ...changeUsage(table, payer.account_id, [{ at: payer.created_at, counted }]),
      ];
    const { audio } = payer;
    const reserved = reservedCharacters(audio);
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
    if (payer.kind === 'render') await reservations.abandon(payer, hash, characters);
  };

  return {
    async findMany(accountId, hashes) {
      const items = await table.getMany([...new Set(hashes)].map((hash) => keys.speech(accountId, hash)));
      return new Map(items.map(speechCodec.parse).map((speech) => [speech.hash, speech]));
    },

    // The status of a slide's audio says that a worker has it: nothing more needs to be noted.
    async begin(payer, hash, characters) {
      if (payer.kind === 'render') await reservations.begin(payer, hash, characters);
    },

    abandon,

    async keep(payer, speech, characters) {
      const Put = put(payer, speech);
      try {
        await table.transact([{ Put }, ...(characters === 0 ? [] : pay(payer, speech.hash, characters))]);
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        // Another worker made the same speech at the same time: it is stored, and counted, once.
        if (error.failed.includes(0)) await unlessOvertaken(() => abandon(payer, speech.hash, characters));
        // The payer has ended, and these characters were counted then.
        else await unlessOvertaken(() => table.put(Put.Item, { onlyIfNew: true }));
      }
    },
  };
}
