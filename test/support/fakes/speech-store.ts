import type { SpeechPayer, SpeechStore, StoredSpeech } from '../../../lib/narration/ports.ts';
import { WriteConflict } from '../../../lib/shared/errors.ts';
import { memoryLedger } from './ledger.ts';

const accountOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio.account_id : payer.account_id);

/**
 * Speech in memory. `characters` counts by account what was spoken: once for each speech.
 * @param ledger shared with the stores of renders and audio, whose reservations pay
 */
export function memorySpeechStore(ledger = memoryLedger()): {
  speech: SpeechStore;
  characters: ReadonlyMap<string, number>;
} {
  const stored = new Map<string, StoredSpeech>();
  const characters = new Map<string, number>();
  const reservationOf = (payer: SpeechPayer) =>
    payer.kind === 'render' ? ledger.reservations.get(payer.id) : undefined;

  /** Takes characters from the payer's reservation and counts them. @returns false for a payer that has ended */
  function pay(payer: SpeechPayer, hash: string, spoken: number): boolean {
    const counted = { narration_characters: spoken };
    if (payer.kind === 'audio') {
      if (!ledger.takeFromAudio(payer.audio)) return false;
      const booked = { narration_characters: spoken - (payer.audio.reserved_characters ?? 0) };
      ledger.book(payer.audio.account_id, [{ at: payer.audio.created_at, counted, booked }]);
      return true;
    }
    const reservation = reservationOf(payer);
    if (!reservation || reservation.narration_characters < spoken) return false;
    reservation.narration_characters -= spoken;
    reservation.under_way.delete(hash);
    ledger.book(payer.account_id, [{ at: payer.created_at, counted }]);
    return true;
  }

  return {
    characters,
    speech: {
      async findMany(accountId, hashes) {
        const found = hashes.flatMap((hash) => stored.get(`${accountId} ${hash}`) ?? []);
        return new Map(structuredClone(found).map((speech) => [speech.hash, speech]));
      },
      async begin(payer, hash, spoken) {
        if (payer.kind === 'audio') return;
        const reservation = reservationOf(payer);
        if (!reservation || reservation.narration_characters < spoken)
          throw new WriteConflict('condition: nothing is reserved');
        reservation.under_way.set(hash, spoken);
      },
      async abandon(payer, hash) {
        if (payer.kind === 'audio') return;
        if (!reservationOf(payer)?.under_way.delete(hash)) throw new WriteConflict('condition: the render has ended');
      },
      async keep(payer, speech, spoken) {
        const account = accountOf(payer);
        const key = `${account} ${speech.hash}`;
        if (stored.has(key)) {
          reservationOf(payer)?.under_way.delete(speech.hash);
          return;
        }
        stored.set(key, structuredClone(speech));
        if (pay(payer, speech.hash, spoken)) characters.set(account, (characters.get(account) ?? 0) + spoken);
      },
    },
  };
}
