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

  /** Moves characters to what is under way. @returns how many */
  function begin(payer: SpeechPayer & { kind: 'render' }, spoken: number, isMade = false): number {
    const reservation = reservationOf(payer);
    if (!reservation) throw new WriteConflict('condition: the render has ended');
    if (reservation.is_spoken) throw new WriteConflict('condition: all speech is there');
    const { claim, slide } = payer;
    const begun = reservation.under_way.get(slide);
    if (begun) {
      if (begun.claim > claim && !isMade) throw new WriteConflict('condition: a later attempt has it under way');
      Object.assign(begun, { claim });
      return begun.characters;
    }
    const characters = reservation.paid.has(slide) ? 0 : Math.min(spoken, reservation.narration_characters);
    if (characters === 0) return 0;
    reservation.narration_characters -= characters;
    reservation.under_way.set(slide, { characters, claim });
    return characters;
  }
  function abandon(payer: SpeechPayer & { kind: 'render' }): void {
    const reservation = reservationOf(payer);
    const begun = reservation?.under_way.get(payer.slide);
    if (!reservation || begun?.claim !== payer.claim)
      throw new WriteConflict('condition: this attempt does not have it under way');
    reservation.under_way.delete(payer.slide);
    reservation.narration_characters += begun.characters;
  }

  /** Takes characters from the payer's reservation and counts them. @returns how many: none for a payer that has ended, or has paid */
  function pay(payer: SpeechPayer, spoken: number): number {
    if (payer.kind === 'audio') {
      if (payer.audio.reserved_characters === undefined || !ledger.takeFromAudio(payer.audio)) return 0;
      const counted = { narration_characters: spoken };
      const booked = { narration_characters: spoken - payer.audio.reserved_characters };
      ledger.book(payer.audio.account_id, [{ at: payer.audio.created_at, counted, booked }]);
      return spoken;
    }
    const reservation = reservationOf(payer);
    if (!reservation || reservation.is_spoken) return 0;
    const begun = reservation.under_way.get(payer.slide);
    const characters = begun?.claim === payer.claim ? begun.characters : begin(payer, spoken, true);
    if (characters === 0) return 0;
    reservation.under_way.delete(payer.slide);
    reservation.paid.add(payer.slide);
    ledger.book(payer.account_id, [{ at: payer.created_at, counted: { narration_characters: characters } }]);
    return characters;
  }

  const speech: SpeechStore = {
    async findMany(accountId, hashes) {
      const found = hashes.flatMap((hash) => stored.get(`${accountId} ${hash}`) ?? []);
      return new Map(copyStored(found).map((speech) => [speech.hash, speech]));
    },
    async begin(payer, hash, spoken) {
      if (payer.kind === 'audio') {
        if (!ledger.hasClaim(payer.audio)) throw new WriteConflict('condition: the audio has another worker');
        return spoken;
      }
      if (stored.has(`${accountOf(payer)} ${hash}`)) throw new WriteConflict('condition: the speech exists');
      return begin(payer, spoken);
    },
    async beginAll(speeches) {
      const sum = speeches.reduce((all, one) => all + one.characters, 0);
      const isFree = speeches.every(({ payer }) => {
        const reservation = reservationOf(payer);
        if (!reservation || reservation.is_spoken || reservation.narration_characters < sum) return false;
        return !reservation.under_way.has(payer.slide) && !reservation.paid.has(payer.slide);
      });
      if (isFree) for (const { payer, characters } of speeches) begin(payer, characters);
      return isFree;
    },
    async abandon(payer, spoken) {
      if (payer.kind === 'render' && spoken > 0) abandon(payer);
    },
    async keep(payer, made, spoken) {
      const account = accountOf(payer);
      const key = `${account} ${made.hash}`;
      if (stored.has(key)) {
        if (payer.kind !== 'render') return;
        if (reservationOf(payer)?.under_way.get(payer.slide)?.claim === payer.claim) abandon(payer);
        return;
      }
      const paid = spoken > 0 ? pay(payer, spoken) : 0;
      stored.set(key, copyStored(made));
      characters.set(account, (characters.get(account) ?? 0) + paid);
    },
    async keepAll(spoken) {
      for (const one of spoken) await speech.keep(one.payer, one.speech, one.characters);
    },
  };
  return { characters, stored, speech };
}
