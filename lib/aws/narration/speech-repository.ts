import type { SpeechStore } from '../../narration/public.ts';
import { WriteConflict } from '../../shared/errors.ts';
import { countUsage } from '../accounts/usage-repository.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { speechCodec } from './narration-items.ts';

/** Speech is named by its content, so writing it twice writes the same. */
export const speechRepository = (table: Table): SpeechStore => ({
  async findMany(accountId, hashes) {
    const items = await table.getMany([...new Set(hashes)].map((hash) => keys.speech(accountId, hash)));
    return new Map(items.map(speechCodec.parse).map((speech) => [speech.hash, speech]));
  },
  async keep(accountId, speech, { characters, at }) {
    const Item = speechCodec.toItem(keys.speech(accountId, speech.hash), speech);
    try {
      await table.transact([
        { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
        ...(characters === 0 ? [] : [countUsage(table, accountId, at, { narration_characters: characters })]),
      ]);
    } catch (error) {
      // Two workers made the same speech at the same time: it is stored, and counted, once.
      if (!(error instanceof WriteConflict)) throw error;
    }
  },
});
