import type { Claim } from '../leases/run-leased.ts';
import type { PreparedAnswer } from '../shared/prepared-answer.ts';
import type { Sentence } from '../speech/engine.ts';
import type { AudioFormat, AudioRef, GeneratedAudio, SlideAudio } from '../timelines/public.ts';

/** Speech that was made and kept under its content address. */
export interface StoredSpeech {
  hash: string;
  /** Storage key of the WAV file (48 kHz, mono, 16 bit). */
  key: string;
  duration_seconds: number;
  sentences: Sentence[];
}

export interface SpeechStore {
  /** Those of the wanted that exist, by their hash. */
  findMany(accountId: string, hashes: readonly string[]): Promise<Map<string, StoredSpeech>>;
  /** Counts the characters that were spoken in the same transaction, unless the speech is there already. */
  keep(accountId: string, speech: StoredSpeech, spoken: { characters: number; at: string }): Promise<void>;
}

/** The narration of slides. A change that no longer applies throws WriteConflict. */
export interface AudioStore {
  /** In place of what was asked for before; what is ready already goes to no worker. @throws WriteConflict if the slide is no longer at revision `rev`, or has other audio than was `seen`. */
  request(audio: SlideAudio, rev: string, seen: SlideAudio | undefined, answer?: PreparedAnswer): Promise<void>;
  find(ref: Pick<AudioRef, 'account_id' | 'timeline_id' | 'slide_id'>): Promise<SlideAudio | undefined>;
  /** Takes audio that nobody holds, for another attempt, unless it was claimed `max_claims` times. */
  claim(ref: AudioRef, claim: Claim & { max_claims: number }): Promise<GeneratedAudio>;
  /** Keeps it for longer, as long as this attempt is the last one. */
  renew(audio: SlideAudio, leaseUntil: string): Promise<void>;
  /** What came of this attempt, as long as it is the last one. */
  finish(audio: SlideAudio, made: { key: string; duration_seconds: number; sentences: Sentence[] }): Promise<void>;
  fail(audio: SlideAudio, error: NonNullable<SlideAudio['error']>): Promise<void>;
  /** Gives it back for another attempt, after a failure. */
  release(audio: SlideAudio): Promise<void>;
  /** Gives it back for a later attempt, without a failure; `at` is when the message for it is sent. */
  postpone(audio: SlideAudio, at: string): Promise<void>;
  /** All that is neither ready nor failed. */
  listUnfinished(): Promise<SlideAudio[]>;
  /** Notes that a message was sent again, unless somebody noted it meanwhile. */
  noteEnqueued(audio: SlideAudio, at: string): Promise<void>;
}

export interface AudioQueue {
  send(ref: AudioRef, delaySeconds?: number): Promise<void>;
}

/** Asks for the making of voices' samples. */
export interface SampleQueue {
  /** @param voices their ids */
  ask(voices: readonly string[]): Promise<void>;
}

/** A file in another format, from the WAV that speech is kept as. */
export type Transcode = (
  wav: Uint8Array,
  format: Exclude<AudioFormat, 'wav'>,
  signal: AbortSignal,
) => Promise<Uint8Array>;
