import type { SpeechPayer, SpeechStore, StoredSpeech } from '../../../lib/narration/ports.ts';
import { WriteConflict } from '../../../lib/shared/errors.ts';
import { copyStored } from './copy.ts';
import { memoryLedger } from './ledger.ts';

const accountOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio.account_id : payer.account_id);

/**
 * Speech in memory. `characters` counts by account what was spoken: once for each speech.
 * @param ledger shared with the stores of renders and audio, whose reservations pay
 */
export function memorySpeechStore(ledger = memoryLedger()): {
  speech: SpeechStore;
  characters: ReadonlyMap<string, number>;
  /** What is stored, as it is now, by account and hash. */
  stored: ReadonlyMap<string, StoredSpeech>;
} {
  const stored = new Map<string, StoredSpeech>();
  const characters = new Map<string, number>();
  const reservationOf = (payer: SpeechPayer) =>
    payer.kind === 'render' ? ledger.reservations.get(payer.id) : undefined;

  /** Moves characters to what is under way; what a render has too little of is reserved. */
  function begin(payer: SpeechPayer & { kind: 'render' }, hash: string, spoken: number): void {
    const reservation = reservationOf(payer);
    if (!reservation) throw new WriteConflict('condition: the render has ended');
    const { attempt } = payer;
    const begun = reservation.under_way.get(hash);
    if (begun) {
      begun.attempt = attempt;
      return;
    }
    if (reservation.is_spoken) throw new WriteConflict('condition: all speech is there');
    const booked = { narration_characters: Math.max(0, spoken - reservation.narration_characters) };
    if (ledger.book(payer.account_id, [{ at: payer.created_at, booked }], reservation.limits))
      throw new WriteConflict('condition: the month has too little left');
    reservation.narration_characters += booked.narration_characters - spoken;
    reservation.under_way.set(hash, { characters: spoken, attempt });
  }
  function abandon(payer: SpeechPayer & { kind: 'render' }, hash: string): void {
    const reservation = reservationOf(payer);
    const begun = reservation?.under_way.get(hash);
    if (!reservation || begun?.attempt !== payer.attempt)
      throw new WriteConflict('condition: this attempt does not have it under way');
    reservation.under_way.delete(hash);
    reservation.narration_characters += begun.characters;
  }

  /** Takes characters from the payer's reservation and counts them. @returns false for a payer that has ended */
  function pay(payer: SpeechPayer, hash: string, spoken: number): boolean {
    const counted = { narration_characters: spoken };
    if (payer.kind === 'audio') {
      if (payer.audio.reserved_characters === undefined) {
        ledger.book(payer.audio.account_id, [{ at: payer.audio.created_at, counted, booked: counted }]);
        return true;
      }
      if (!ledger.takeFromAudio(payer.audio)) return false;
      const booked = { narration_characters: spoken - (payer.audio.reserved_characters ?? 0) };
      ledger.book(payer.audio.account_id, [{ at: payer.audio.created_at, counted, booked }]);
      return true;
    }
    const reservation = reservationOf(payer);
    if (!reservation || reservation.is_spoken) return false;
    if (reservation.under_way.get(hash)?.attempt !== payer.attempt) begin(payer, hash, spoken);
    reservation.under_way.delete(hash);
    ledger.book(payer.account_id, [{ at: payer.created_at, counted }]);
    return true;
  }

  return {
    characters,
    stored,
    speech: {
      async findMany(accountId, hashes) {
        const found = hashes.flatMap((hash) => stored.get(`${accountId} ${hash}`) ?? []);
        return new Map(copyStored(found).map((speech) => [speech.hash, speech]));
      },
      async begin(payer, hash, spoken) {
        if (payer.kind !== 'render') return;
        if (stored.has(`${accountOf(payer)} ${hash}`)) throw new WriteConflict('condition: the speech exists');
        begin(payer, hash, spoken);
      },
      async abandon(payer, hash) {
        if (payer.kind === 'render') abandon(payer, hash);
      },
      async keep(payer, speech, spoken) {
        const account = accountOf(payer);
        const key = `${account} ${speech.hash}`;
        if (stored.has(key)) {
          const begun = reservationOf(payer)?.under_way.get(speech.hash);
          if (payer.kind === 'render' && begun?.attempt === payer.attempt) abandon(payer, speech.hash);
          return;
        }
        const isPaid = spoken > 0 && pay(payer, speech.hash, spoken);
        stored.set(key, copyStored(speech));
        if (isPaid) characters.set(account, (characters.get(account) ?? 0) + spoken);
      },
    },
  };
}
