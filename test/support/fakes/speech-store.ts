import type { SpeechReservationOwner, SpeechStore, StoredSpeech } from '#features/narration/ports.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { SPEECH_LIFETIMES_IN_SECONDS } from '#kernel/shared/lifetimes.ts';
import type { SpeechMarkedForRemoval, SpeechRemovalRefusal, UnusedSpeechRemover } from '#platform/erasure/ports.ts';
import { createSpeechUseRecord, isSpeechUseTombstone, speechUseIdPrefix } from '#platform/erasure/speech-use-record.ts';
import { copyStored } from './copy.ts';
import { memoryLedger } from './ledger.ts';
import { type MemoryTombstones, memoryTombstoneStore } from './tombstone-store.ts';

/** Speech that somebody uses. */
interface Used {
  timelines: Set<string>;
  leaving?: string | undefined;
}

/** Speech that was removed. */
interface Gone {
  emptied_at?: string;
}

const timelineOf = (payer: SpeechReservationOwner): string =>
  (payer.kind === 'audio' ? payer.audio : payer).timeline_id;

const accountOf = (payer: SpeechReservationOwner): string =>
  payer.kind === 'audio' ? payer.audio.account_id : payer.account_id;

/**
 * Speech in memory. `characters` counts by account what was spoken: once for each speech.
 * @param ledger shared with the stores of renders and audio, whose reservations pay
 */
export function memorySpeechStore(
  ledger = memoryLedger(),
  tombstones: MemoryTombstones = memoryTombstoneStore(),
  /** The addresses of what the slides of a timeline have as their narration. */
  saidBySlides: UnusedSpeechRemover['saidBySlides'] = async () => new Set(),
): {
  speech: SpeechStore;
  /** The same speech, as it goes. */
  remains: UnusedSpeechRemover;
  characters: ReadonlyMap<string, number>;
  /** What is stored, as it is now, by account and hash. */
  stored: ReadonlyMap<string, StoredSpeech>;
} {
  const stored = new Map<string, StoredSpeech>();
  const characters = new Map<string, number>();
  const used = new Map<string, Used>();
  const gone = new Map<string, Gone>();
  const isUnstored = (key: string): boolean => {
    const removed = gone.get(key);
    return !stored.has(key) && (removed === undefined || removed.emptied_at !== undefined);
  };
  const join = (key: string, timelineId: string, at: string): void => {
    const present = stored.get(key);
    const users = used.get(key);
    if (!present || !users) throw new WriteConflictError('condition: the speech was removed');
    users.timelines.add(timelineId);
    users.leaving = undefined;
    stored.set(key, { ...present, used_at: at });
  };
  const reservationOf = (payer: SpeechReservationOwner) =>
    payer.kind === 'render' ? ledger.reservations.get(payer.id) : undefined;

  /** Moves characters to what is under way. @returns how many */
  function begin(payer: SpeechReservationOwner & { kind: 'render' }, spoken: number, isMade = false): number {
    const reservation = reservationOf(payer);
    if (!reservation) throw new WriteConflictError('condition: the render has ended');
    if (reservation.is_spoken) throw new WriteConflictError('condition: all speech is there');
    const { claim, slide } = payer;
    const begun = reservation.under_way.get(slide);
    if (begun) {
      if (begun.claim > claim && !isMade) throw new WriteConflictError('condition: a later attempt has it under way');
      Object.assign(begun, { claim });
      return begun.characters;
    }
    const characters = reservation.paid.has(slide) ? 0 : Math.min(spoken, reservation.narration_characters);
    if (characters === 0) return 0;
    reservation.narration_characters -= characters;
    reservation.under_way.set(slide, { characters, claim });
    return characters;
  }
  function abandon(payer: SpeechReservationOwner & { kind: 'render' }): void {
    const reservation = reservationOf(payer);
    const begun = reservation?.under_way.get(payer.slide);
    if (!reservation || begun?.claim !== payer.claim)
      throw new WriteConflictError('condition: this attempt does not have it under way');
    reservation.under_way.delete(payer.slide);
    reservation.narration_characters += begun.characters;
  }

  /** Takes characters from the payer's reservation and counts them. @returns how many: none for a payer that has ended, or has paid */
  function pay(payer: SpeechReservationOwner, spoken: number): number {
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
    async use(user, said, at, { always = false } = {}) {
      const usable = new Map<string, StoredSpeech>();
      const { account_id, timeline_id } = user;
      const isNoted = formatUtcTimestamp(addSeconds(at, -SPEECH_LIFETIMES_IN_SECONDS.record_again));
      for (const { hash } of said) {
        const key = `${account_id} ${hash}`;
        const present = stored.get(key);
        const users = used.get(key);
        if (!present || !users) continue;
        const isNew = !users.timelines.has(timeline_id);
        if (isNew)
          await speech.announce(
            user,
            said.filter((one) => one.hash === hash),
            at,
          );
        if (always || isNew || users.leaving !== undefined || (present.used_at ?? '') < isNoted)
          join(key, timeline_id, formatUtcTimestamp(at));
        usable.set(hash, copyStored(present));
      }
      return usable;
    },
    async announce(user, said, at) {
      await tombstones.insert(createSpeechUseRecord(user, said, at));
    },
    async begin(payer, hash, spoken) {
      if (payer.kind === 'audio') {
        if (!ledger.hasClaim(payer.audio)) throw new WriteConflictError('condition: the audio has another worker');
        return spoken;
      }
      if (!isUnstored(`${accountOf(payer)} ${hash}`)) throw new WriteConflictError('condition: the speech exists');
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
      const removed = gone.get(key);
      const { used_at = '', size_bytes = 0 } = made;
      if (stored.has(key) || (removed && !(removed.emptied_at !== undefined && removed.emptied_at < used_at))) {
        if (payer.kind === 'render' && reservationOf(payer)?.under_way.get(payer.slide)?.claim === payer.claim)
          abandon(payer);
        const users = used.get(key);
        const storedUsedAt = stored.get(key)?.used_at ?? '';
        if (!users || users.leaving !== undefined || !users.timelines.has(timelineOf(payer)))
          join(key, timelineOf(payer), used_at > storedUsedAt ? used_at : storedUsedAt);
        return;
      }
      gone.delete(key);
      used.set(key, { timelines: new Set([timelineOf(payer)]) });
      ledger.keepSpeech(account, size_bytes);
      const paid = spoken > 0 ? pay(payer, spoken) : 0;
      stored.set(key, copyStored(made));
      characters.set(account, (characters.get(account) ?? 0) + paid);
    },
    async keepAll(spoken) {
      for (const one of spoken) await speech.keep(one.payer, one.speech, one.characters);
    },
  };
  const remains: UnusedSpeechRemover = {
    async uses({ account_id, ...of }) {
      const prefix = `${account_id} ${speechUseIdPrefix(of)}`;
      return [...tombstones.stored]
        .flatMap(([key, one]) => (key.startsWith(prefix) ? copyStored(one) : []))
        .filter(isSpeechUseTombstone);
    },
    saidBySlides,
    async mark({ account_id, timeline_id }, hashes, token, usedBefore) {
      const marked: SpeechMarkedForRemoval[] = [];
      const others: Record<SpeechRemovalRefusal, string[]> = { unemptied: [], removed: [], absent: [], busy: [] };
      for (const hash of hashes) {
        const key = `${account_id} ${hash}`;
        const present = stored.get(key);
        const users = used.get(key);
        const removed = gone.get(key);
        if (!present || !users) {
          if (removed) others[removed.emptied_at === undefined ? 'unemptied' : 'removed'].push(hash);
          else others.absent.push(hash);
        } else if (users.timelines.has(timeline_id)) {
          if (usedBefore !== undefined && !((present.used_at ?? '') < usedBefore)) others.busy.push(hash);
          else {
            users.leaving = token;
            marked.push({
              hash,
              token,
              size_bytes: present.size_bytes ?? 0,
              counted_at: '',
              timelines: new Set(users.timelines),
            });
          }
        }
      }
      return { marked, ...others };
    },
    async leave({ account_id, timeline_id }, { hash, token, size_bytes, timelines }) {
      const key = `${account_id} ${hash}`;
      const users = used.get(key);
      if (users?.leaving !== token || users.timelines.size !== timelines.size) return 'changed';
      users.leaving = undefined;
      users.timelines.delete(timeline_id);
      if (users.timelines.size > 0) return 'used_by_others';
      stored.delete(key);
      used.delete(key);
      gone.set(key, {});
      ledger.keepSpeech(account_id, -size_bytes);
      return 'last';
    },
    async bury({ account_id }, hash) {
      const key = `${account_id} ${hash}`;
      if (!isUnstored(key)) return false;
      gone.set(key, {});
      return true;
    },
    async noteEmpty({ account_id }, hash, at) {
      const removed = gone.get(`${account_id} ${hash}`);
      if (removed) removed.emptied_at ??= at;
    },
    async noteUsed({ account_id }, hash, at) {
      const key = `${account_id} ${hash}`;
      const present = stored.get(key);
      if (present) stored.set(key, { ...present, used_at: at });
    },
    async settle({ due_at: seen, ...taken }, staying, due_at) {
      const key = `${taken.account_id} ${taken.id}`;
      if (tombstones.stored.get(key)?.due_at !== seen) return;
      const { taken: _, ...use } = taken;
      if (staying.length === 0) await tombstones.remove({ ...use, due_at });
      else await tombstones.insert({ ...use, remains: { ...use.remains, said: [...staying] }, due_at });
    },
  };
  return { characters, stored, speech, remains };
}
