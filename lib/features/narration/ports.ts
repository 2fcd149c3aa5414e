import type { SpokenSentence } from '#engine/speech/engine.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import type { AudioFormat, GeneratedAudio, SlideAudio, SlideAudioRequestRef } from '#features/timelines/public.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { SlideSpeechReference, StoredSpeechUser, TombstoneChange } from '#platform/erasure/public.ts';
import type { LeaseClaim, PostponementCounts } from '#platform/leases/public.ts';
import type { ListDueEntries } from '#platform/recovery/public.ts';

/** Speech that is stored under its content address. */
export interface StoredSpeech {
  hash: string;
  /** Storage key of the WAV file (48 kHz, mono, 16 bit). */
  key: string;
  duration_seconds: number;
  sentences: SpokenSentence[];
  /** Bytes of the file; absent when an earlier version of the program stored it, and then not counted. */
  size_bytes?: number | undefined;
  /** Time of its last use, accurate to a day; for new speech, the time at which its synthesis started. */
  used_at?: string | undefined;
}

/** The owner of the reservation from which the characters of speech are taken: a render, or the requested audio of a slide. */
export type SpeechReservationOwner =
  | {
      kind: 'render';
      account_id: string;
      timeline_id: string;
      id: string;
      created_at: string;
      /** The number of the claim under which a worker synthesizes. It rises with each claim: the higher number is the later attempt. */
      claim: number;
      /** Position of the first slide with this speech. A slide's speech is counted once, even if two versions of the program synthesize it. */
      slide: number;
    }
  | { kind: 'audio'; audio: GeneratedAudio };

/** A render whose reservation the characters of speech are taken from. */
export type RenderSpeechReservationOwner = Extract<SpeechReservationOwner, { kind: 'render' }>;

/** Store of speech, with the characters that are counted for it. */
export interface SpeechStore {
  /** Finds the speech among `hashes` that exists, by hash. It may be removed at any moment; only `use` prevents that. */
  findMany(accountId: string, hashes: readonly string[]): Promise<Map<string, StoredSpeech>>;
  /**
   * Finds speech like `findMany`, and notes that a timeline uses it: for a live render, or as the narration of a slide. The speech stays
   * while the render lives or the slide has it as its narration, and for SPEECH_LIFETIMES_IN_SECONDS after its last use. A second
   * call notes the same.
   * @param always true: the time of use is written even if it was written a moment ago, as needed for speech that no live render keeps
   */
  use(
    consumer: StoredSpeechUser,
    references: readonly SlideSpeechReference[],
    time: Date,
    options?: { always?: boolean },
  ): Promise<Map<string, StoredSpeech>>;
  /** Notes, before the file of new speech is written, that a timeline will use it, so that it is always removed with the timeline. */
  announce(consumer: StoredSpeechUser, references: readonly SlideSpeechReference[], time: Date): Promise<void>;
  /**
   * Notes that a worker starts to synthesize speech. If the payer ends before the speech is kept, its characters are counted, because the
   * engine is paid for them. A second call notes the same. A later attempt takes over the speech that an earlier one started.
   * @returns the number of characters to be counted, for `abandon` and `keep`. These are the characters of the speech, or fewer if less is
   * left of the reservation. 0: the slide's speech was counted before, and another version of the program synthesizes it again
   * @throws WriteConflictError when the payer has ended; when audio was put off or claimed again; and when the speech of a render exists, or a
   * later attempt is synthesizing it. So a worker that was frozen does not repeat the work of another one
   */
  begin(payer: SpeechReservationOwner, hash: string, characters: number): Promise<number>;
  /**
   * Does the same as `begin` for several speeches of one render, in one write, which costs less. It does not check whether the speech
   * exists: `keep` gives the characters back if another payer has made it meanwhile.
   * @returns false when a condition failed for one of them: then nothing is noted, and the caller starts each of them with `begin`
   */
  beginAll(speeches: readonly SpeechStartedForRender[]): Promise<boolean>;
  /**
   * Undoes `begin` when nothing was synthesized.
   * @throws WriteConflictError when the payer has ended, and when another attempt has started the speech since
   */
  abandon(payer: SpeechReservationOwner, characters: number): Promise<void>;
  /**
   * Stores speech. The same transaction counts its characters, takes them from the payer's reservation, and counts the bytes of its file.
   * If the speech exists already, nothing is counted. If the payer has ended, or an earlier attempt has counted the characters, the speech
   * is stored and only its bytes are counted.
   * @throws WriteConflictError when the same speech was removed since its synthesis started, because its file may be deleted
   */
  keep(payer: SpeechReservationOwner, speech: StoredSpeech, characters: number): Promise<void>;
  /**
   * Does the same as `keep` for several speeches of one attempt of a render: in one transaction if its conditions hold, else one after
   * another. A kill in between leaves some of them stored.
   */
  keepAll(spoken: readonly SpeechSynthesizedForRender[]): Promise<void>;
}

/** Speech that a worker starts for a render, and its number of characters. */
export interface SpeechStartedForRender {
  payer: RenderSpeechReservationOwner;
  characters: number;
}

/** Speech that was synthesized for a render, and the number of characters that are counted for it. */
export interface SpeechSynthesizedForRender extends SpeechStartedForRender {
  speech: StoredSpeech;
}

/** Audio that is neither ready nor failed, for the sweeper to check. */
export interface DueAudio {
  audio: SlideAudio;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** The result of a worker, with engine and voice, which differ from the requested ones when another engine made it. */
export interface SynthesizedAudio extends Pick<GeneratedAudio, 'speech_hash' | 'engine' | 'voice'> {
  key: string;
  duration_seconds: number;
  sentences: SpokenSentence[];
}

/** The limits of a plan that apply to the audio of a slide. */
export type SlideAudioPlanLimits = Pick<PlanLimits, 'narration_characters_per_month' | 'stored_bytes'>;

/** Ready audio that a slide adopts. */
export interface AdoptedSlideAudio {
  audio: GeneratedAudio;
  /** The revision that the slide must still have. */
  rev: string;
  /** The audio that the slide must still have, which is replaced. */
  seen: GeneratedAudio | undefined;
}

/**
 * Store of the narration of slides. A change whose condition is no longer met throws WriteConflictError.
 *
 * Audio that waits has reserved its characters. The write that ends it counts them or gives them back, on condition that the reservation
 * still exists, so only once. When audio is replaced or removed while a worker synthesizes it, its characters are counted.
 */
export interface SlideAudioStore {
  /**
   * Replaces the audio of a slide by requested or ready audio, reserves its characters, and counts the bytes of a recording. Nothing is
   * written when the month or the plan has too little left, or when the account was deleted after the request started.
   * @param extraWrites further writes of the same transaction: the request's stored answer, and tombstones
   * @throws WriteConflictError if the slide no longer has revision `rev`, its audio is no longer `seenAudio`, or a tombstone cannot be lifted
   */
  request(
    audio: SlideAudio,
    rev: string,
    seenAudio: SlideAudio | undefined,
    limits: SlideAudioPlanLimits,
    extraWrites?: { answer?: PreparedIdempotentAnswer | undefined; tombstones?: TombstoneChange | undefined },
  ): Promise<'requested' | 'quota_used' | 'no_room' | 'account_deleted'>;
  /**
   * Gives slides of one account ready audio, in few writes. Neither the new nor the replaced audio has a reservation. Slides that no longer
   * have their revision, or whose audio is no longer `seen`, are not changed; nor is any slide when the account was deleted. A second run
   * writes the same. A process that is killed leaves some slides changed.
   */
  adopt(adopted: readonly AdoptedSlideAudio[]): Promise<void>;
  find(ref: Pick<SlideAudioRequestRef, 'account_id' | 'timeline_id' | 'slide_id'>): Promise<SlideAudio | undefined>;
  /** Claims audio that no worker has, unless it was claimed `claims_allowed` times, or `max_claims` times if it has no such number. */
  claim(ref: SlideAudioRequestRef, claim: LeaseClaim & { max_claims: number }): Promise<GeneratedAudio>;
  /** Extends the lease of the last claim. */
  renew(audio: SlideAudio, leaseUntil: string): Promise<void>;
  /** Stores the result of the last claim. The rest of its reservation is given back: all of it when existing speech was found. */
  finish(audio: SlideAudio, result: SynthesizedAudio): Promise<void>;
  /** Ends the last claim with a failure. */
  fail(audio: SlideAudio, error: NonNullable<SlideAudio['error']>): Promise<void>;
  /** Does the same as `fail` for audio whose last worker died. @throws WriteConflictError when that worker has renewed its lease since */
  failAbandoned(seenAudio: SlideAudio, error: NonNullable<SlideAudio['error']>): Promise<void>;
  /** Returns audio for another attempt, after a failure. */
  release(audio: SlideAudio): Promise<void>;
  /**
   * Returns audio for a later attempt, without counting a failure.
   * @param time the time at which its next message is sent
   * @param counts the number of claims that are allowed from now on, and the numbers of postponements, including this one
   */
  postpone(
    audio: SlideAudio,
    time: string,
    counts: { claims_allowed: number; postponed: PostponementCounts },
  ): Promise<void>;
  /** Lists audio that is neither ready nor failed, by the time of its next check; a claim sets that time behind the end of the lease. */
  listDue: ListDueEntries<DueAudio>;
  /**
   * Sets the time of the next check. @param sentAt time at which another message is sent, which is counted; absent: none is sent
   * @throws WriteConflictError when another sweeper or a worker was first
   */
  noteCheck(due: DueAudio, nextCheckAt: string, sentAt?: string): Promise<void>;
}

/** Counts characters of speech that belongs to no slide and no render, in the month of a time. */
export interface SpeechCharacterCounter {
  /** Counts characters before their synthesis. Nothing is written when the month has too little left, or when the account was deleted. */
  count(
    accountId: string,
    characters: number,
    time: Date,
    limits: Pick<PlanLimits, 'narration_characters_per_month'>,
  ): Promise<'counted' | 'quota_used' | 'account_deleted'>;
  /** Undoes `count` for the same time when the speech was not made. @throws WriteConflictError when the account was deleted */
  giveBack(accountId: string, characters: number, time: Date): Promise<void>;
}

/** Sends requests for the narration of slides to workers. */
export interface SlideAudioQueue {
  send(ref: SlideAudioRequestRef, delaySeconds?: number): Promise<void>;
}

/** Sends requests for the narration of many slides in batches. */
export interface SlideAudioBatchQueue extends SlideAudioQueue {
  sendAll(refs: readonly SlideAudioRequestRef[]): Promise<void>;
}

/** Sends requests for samples of voices to workers. */
export interface VoiceSampleQueue {
  /** @param voices their ids */
  ask(voices: readonly string[]): Promise<void>;
}

/** Encodes speech, given as WAV, in another format. */
export type TranscodeSpeech = (
  wav: Uint8Array,
  format: Exclude<AudioFormat, 'wav'>,
  signal: AbortSignal,
) => Promise<Uint8Array>;
