import type { Sentence } from '#engine/speech/engine.ts';
import type { Limits } from '#features/accounts/public.ts';
import type { AudioFormat, AudioRef, GeneratedAudio, SlideAudio } from '#features/timelines/public.ts';
import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';
import type { SaidSpeech, SpeechUser, TombstoneChange } from '#platform/erasure/public.ts';
import type { LeaseClaim, Postponements } from '#platform/leases/public.ts';
import type { ListDue } from '#platform/recovery/public.ts';

/** Speech that is stored under its content address. */
export interface StoredSpeech {
  hash: string;
  /** Storage key of the WAV file (48 kHz, mono, 16 bit). */
  key: string;
  duration_seconds: number;
  sentences: Sentence[];
  /** Bytes of the file; absent: an earlier version stored it, and it is not counted. */
  size_bytes?: number | undefined;
  /** Time of its last use, within a day; for new speech, the time at which its making started. */
  used_at?: string | undefined;
}

/** Owner of the reservation from which the characters of speech are taken: a render, or the audio that was asked for. */
export type SpeechPayer =
  | {
      kind: 'render';
      account_id: string;
      timeline_id: string;
      id: string;
      created_at: string;
      /** The claim of the work under which a worker speaks for it. It rises with each: of two attempts the one with the higher number is the later one. */
      claim: number;
      /** Position of the first slide that says it: what a slide says is paid once, whichever versions of the program speak it. */
      slide: number;
    }
  | { kind: 'audio'; audio: GeneratedAudio };

/** A render as a payer. */
export type RenderPayer = Extract<SpeechPayer, { kind: 'render' }>;

export interface SpeechStore {
  /** The speech among `hashes` that exists, by hash. It may go at any moment: who makes something of it uses it. */
  findMany(accountId: string, hashes: readonly string[]): Promise<Map<string, StoredSpeech>>;
  /**
   * The same, for a timeline that makes something of it: a render that has not ended, or the narration of one of its slides. It
   * stays as long as the render has not ended, or the slide has it as its narration, and for SPEECH_LIFETIME after its last use. Run
   * twice, it notes the same.
   * @param always notes the time of the use also where that was noted a moment ago: no render that has not ended keeps the speech
   */
  use(
    user: SpeechUser,
    said: readonly SaidSpeech[],
    at: Date,
    options?: { always?: boolean },
  ): Promise<Map<string, StoredSpeech>>;
  /** Notes that a timeline is about to have speech made: before its file is written, so that it goes with the timeline in any case. */
  announce(user: SpeechUser, said: readonly SaidSpeech[], at: Date): Promise<void>;
  /**
   * Notes that a worker starts to synthesize. When the payer ends before the speech is kept, these characters are counted
   * for it, because they are spoken. Run twice it notes the same. What an earlier attempt started is the later one's from then on.
   * @returns the characters that the payer pays for, which `abandon` and `keep` are given: those of the speech; or as many as are
   * left of what was reserved, and none when the slide is paid for, which happens when another version speaks it again
   * @throws WriteConflict when the payer has ended, when audio was put off or claimed again, and when the speech of a render
   * exists or a later attempt has it under way: a worker that was frozen starts nothing that another one has made or is making since
   */
  begin(payer: SpeechPayer, hash: string, characters: number): Promise<number>;
  /**
   * Starts several speeches of one render by one write, which costs a fraction of one for each. It does not look whether the speech exists:
   * `keep` takes back what another payer has made meanwhile.
   * @returns false when anything is in the way: nothing is noted then, and each is to be started by itself
   */
  beginAll(speeches: readonly BegunSpeech[]): Promise<boolean>;
  /**
   * Takes back what `begin` noted: nothing was synthesized. @throws WriteConflict when the payer has ended, and when another
   * attempt has started the speech since
   */
  abandon(payer: SpeechPayer, characters: number): Promise<void>;
  /**
   * Stores speech; in the same transaction its characters are counted and leave the payer's reservation. Speech that exists
   * stays, and nothing is counted. The characters of a payer that has ended are counted already, and so are those of audio for
   * which an earlier attempt spoke: the speech is only stored. The bytes of its file are counted with it.
   * @throws WriteConflict when the same speech was removed since its making started: then its file may be gone
   */
  keep(payer: SpeechPayer, speech: StoredSpeech, characters: number): Promise<void>;
  /**
   * Keeps speech of one render by one attempt, as `keep` does with each: by one write where nothing is in the way, else one
   * after another. Killed in between, it leaves some of it kept.
   */
  keepAll(spoken: readonly SpokenForRender[]): Promise<void>;
}

/** Speech that a worker starts for a render, and its characters. */
export interface BegunSpeech {
  payer: RenderPayer;
  characters: number;
}

/** Speech that was spoken for a render, and the characters that it pays for it. */
export interface SpokenForRender extends BegunSpeech {
  speech: StoredSpeech;
}

/** Audio that is neither ready nor failed, for the sweeper to check. */
export interface DueAudio {
  audio: SlideAudio;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Audio that a worker made, and its engine: a worker of another version than the requested one may have made it. */
export interface SpokenAudio extends Pick<GeneratedAudio, 'speech_hash' | 'engine' | 'voice'> {
  key: string;
  duration_seconds: number;
  sentences: Sentence[];
}

/** Limits of what may be added with the audio of a slide. */
export type AudioLimits = Pick<Limits, 'narration_characters_per_month' | 'stored_bytes'>;

/** Audio that is ready without work, the revision of its slide, and the audio that it replaces. */
export interface AdoptedAudio {
  audio: GeneratedAudio;
  rev: string;
  seen: GeneratedAudio | undefined;
}

/**
 * The narration of slides. A change that no longer applies throws WriteConflict.
 *
 * Audio that waits has reserved its characters. The write that ends it, whichever that is, counts them or gives them back,
 * under the condition that they are still there: once. Audio that is replaced or removed while a worker has it counts: it
 * is being spoken.
 */
export interface AudioStore {
  /**
   * Instead of what was asked for before; what is ready already goes to no worker. It reserves its characters, and counts
   * the bytes of a recording. Nothing is written when the month or the plan has too little left, or when the account was deleted
   * after the request started.
   * @param next to what is written in the same transaction
   * @throws WriteConflict if the slide is no longer at revision `rev`, or has other audio than was `seen`, or a tombstone
   * cannot be lifted.
   */
  request(
    audio: SlideAudio,
    rev: string,
    seen: SlideAudio | undefined,
    limits: AudioLimits,
    beside?: { answer?: PreparedAnswer | undefined; tombstones?: TombstoneChange | undefined },
  ): Promise<'requested' | 'quota_used' | 'no_room' | 'account_deleted'>;
  /**
   * Gives slides of one account ready audio of which nothing is reserved, instead of audio of which nothing is: in few writes. A
   * slide that is no longer at its revision, or has other audio than was seen, is left as it is; so are all when the account was
   * deleted. Run twice, it writes the same. A process that is killed leaves some of it written.
   */
  adopt(adopted: readonly AdoptedAudio[]): Promise<void>;
  find(ref: Pick<AudioRef, 'account_id' | 'timeline_id' | 'slide_id'>): Promise<SlideAudio | undefined>;
  /** Takes audio that no worker has, for another attempt, unless it was claimed `max_claims` times, or `claims_allowed` times where it says so. */
  claim(ref: AudioRef, claim: LeaseClaim & { max_claims: number }): Promise<GeneratedAudio>;
  /** Extends the lease of the last claim. */
  renew(audio: SlideAudio, leaseUntil: string): Promise<void>;
  /** Stores the result of the last claim. Characters that were not needed, because the speech was found, are given back. */
  finish(audio: SlideAudio, made: SpokenAudio): Promise<void>;
  fail(audio: SlideAudio, error: NonNullable<SlideAudio['error']>): Promise<void>;
  /** Ends audio whose last worker died, as it was seen. @throws WriteConflict when that worker has renewed its lease since, too */
  failAbandoned(seen: SlideAudio, error: NonNullable<SlideAudio['error']>): Promise<void>;
  /** Gives it back for another attempt, after a failure. */
  release(audio: SlideAudio): Promise<void>;
  /**
   * Gives it back for a later attempt, without a failure; `at` is when the message for it is sent.
   * @param counts how often it may be claimed from now on, and how often it was put off, this time included
   */
  postpone(audio: SlideAudio, at: string, counts: { claims_allowed: number; postponed: Postponements }): Promise<void>;
  /** All that is neither ready nor failed, by the time of the sweeper's next check; a claim moves it past the lease. */
  listDue: ListDue<DueAudio>;
  /**
   * Sets the time of the next check, and records and counts another message where one is sent.
   * @throws WriteConflict when another sweeper or a worker was first
   */
  noteCheck(due: DueAudio, next: string, sentAt?: string): Promise<void>;
}

export interface AudioQueue {
  send(ref: AudioRef, delaySeconds?: number): Promise<void>;
}

/** Sends for many slides at once. */
export interface AudioBatchQueue extends AudioQueue {
  sendAll(refs: readonly AudioRef[]): Promise<void>;
}

/** Asks workers to make the samples of voices. */
export interface VoiceSampleQueue {
  /** @param voices their ids */
  ask(voices: readonly string[]): Promise<void>;
}

/** Encodes speech, given as WAV, in another format. */
export type Transcode = (
  wav: Uint8Array,
  format: Exclude<AudioFormat, 'wav'>,
  signal: AbortSignal,
) => Promise<Uint8Array>;
