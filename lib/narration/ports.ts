import type { Sentence } from './engine.ts';

/** Speech that was made and kept under its content address. */
export interface KeptSpeech {
  hash: string;
  /** Storage key of the WAV file (48 kHz, mono, 16 bit). */
  key: string;
  duration_seconds: number;
  sentences: Sentence[];
}

export interface SpeechStore {
  /** Those of the wanted that exist, by their hash. */
  findMany(accountId: string, hashes: readonly string[]): Promise<Map<string, KeptSpeech>>;
  keep(accountId: string, speech: KeptSpeech): Promise<void>;
}
