import type { LeaseClaim } from '../leases/run-leased.ts';
import type { ListDue } from '../recovery/duty.ts';
import type { PreparedAnswer } from '../shared/prepared-answer.ts';
import type { Sentence } from '../speech/engine.ts';
import type { AudioFormat, AudioRef, GeneratedAudio, SlideAudio } from '../timelines/public.ts';

/** Speech that is stored under its content address. */
export interface StoredSpeech {
  hash: string;
  /** Storage key of the WAV file (48 kHz, mono, 16 bit). */
  key: string;
  duration_seconds: number;
  sentences: Sentence[];
}

export interface SpeechStore {
  /** The speech among `hashes` that exists, by hash. */
  findMany(accountId: string, hashes: readonly string[]): Promise<Map<string, StoredSpeech>>;
  /** Stores speech and counts its characters in the same transaction, unless the speech exists already. */
  keep(accountId: string, speech: StoredSpeech, spoken: { characters: number; at: string }): Promise<void>;
}

/** Audio that is neither ready nor failed, for the sweeper to look at. */
export interface DueAudio {
  audio: SlideAudio;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** The narration of slides. A change that no longer applies throws WriteConflict. */
export interface AudioStore {
  /** In place of what was asked for before; what is ready already goes to no worker. @throws WriteConflict if the slide is no longer at revision `rev`, or has other audio than was `seen`. */
  request(audio: SlideAudio, rev: string, seen: SlideAudio | undefined, answer?: PreparedAnswer): Promise<void>;
  find(ref: Pick<AudioRef, 'account_id' | 'timeline_id' | 'slide_id'>): Promise<SlideAudio | undefined>;
  /** Takes audio that no worker holds, for another attempt, unless it was claimed `max_claims` times. */
  claim(ref: AudioRef, claim: LeaseClaim & { max_claims: number }): Promise<GeneratedAudio>;
  /** Extends the lease of the last claim. */
  renew(audio: SlideAudio, leaseUntil: string): Promise<void>;
  /** Stores the result of the last claim. */
  finish(audio: SlideAudio, made: { key: string; duration_seconds: number; sentences: Sentence[] }): Promise<void>;
  fail(audio: SlideAudio, error: NonNullable<SlideAudio['error']>): Promise<void>;
  /** Gives it back for another attempt, after a failure. */
  release(audio: SlideAudio): Promise<void>;
  /** Gives it back for a later attempt, without a failure; `at` is when the message for it is sent. */
  postpone(audio: SlideAudio, at: string): Promise<void>;
  /** All that is neither ready nor failed, by the time of the sweeper's next look; a claim moves it past the lease. */
  listDue: ListDue<DueAudio>;
  /**
   * Sets the time of the next look, and records and counts another message where one is sent.
   * @throws WriteConflict when another sweeper or a worker was first
   */
  noteLook(due: DueAudio, next: string, sentAt?: string): Promise<void>;
}

export interface AudioQueue {
  send(ref: AudioRef, delaySeconds?: number): Promise<void>;
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
