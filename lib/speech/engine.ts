import type { FfmpegRuntime } from '../video/ffmpeg/run.ts';
import type { SAMPLE_RATE } from '../video/settings.ts';
import type { Pronunciation } from './script/pronunciation.ts';

/**
 * Seconds that speech may last. 5,000 characters of prose were ten minutes at half the pace (espeak-ng); of digits they may
 * be forty, and what is made of speech lies in memory as a whole: 30 minutes are 173 MB as they are kept.
 */
export const MAX_SPEECH_SECONDS = 30 * 60;

export interface SpeechRequest {
  /** As its author wrote it: prepareScript makes of it what is said. Option-like or file-like text in it is never obeyed. */
  text: string;
  /** BCP 47. */
  language: string;
  /** One of the engine's voices; absent: the engine's choice for the language. */
  voice?: string | undefined;
  /** 0.5–2.0 of the engine's ordinary pace. */
  speed: number;
  /** How words of the author's own are said. */
  lexicon?: readonly Pronunciation[] | undefined;
}

/** A sentence as it is written (captions) and when it is heard, in seconds from the start of the speech. */
export interface Sentence {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

export interface Speech {
  sampleRate: typeof SAMPLE_RATE;
  /** Mono, signed 16 bit, little endian. */
  pcm: Buffer;
  /** In order, not overlapping, none without sound. */
  sentences: Sentence[];
  durationSeconds: number;
}

/** A voice that an engine has. */
export interface EngineVoice {
  id: string;
  name: string;
  /** BCP 47. */
  language: string;
  gender?: 'female' | 'male' | undefined;
  /** Others that it speaks as a native does, BCP 47. */
  other_languages?: readonly string[] | undefined;
  /** Timbres it can be given, as `id+variant`. */
  variants: string[];
}

/** What an engine is and has, without the program itself: all that is needed to choose a voice and to address speech. */
export interface EngineIdentity {
  id: string;
  /** Everything besides the request that decides the samples; part of cache keys. */
  version: string;
  /** The voice that would speak; undefined when the engine has none for the language, or does not know `voice`. */
  voiceFor(language: string, voice?: string): string | undefined;
  /** Whether a voice that `voiceFor` gave can be asked for another speed than 1. */
  takesSpeed(voice: string): boolean;
  /** All of its voices, in a fixed order. */
  voices(): EngineVoice[];
}

/** One way of making speech. Widened by another file in `engines/`, never by a switch in a use case. */
export interface SpeechEngine extends EngineIdentity {
  /** @throws SpeechError; the signal's reason after an abort. */
  speak(request: SpeechRequest, runtime: FfmpegRuntime): Promise<Speech>;
}

/** A synthesizer behind a network, asked for one utterance at a time. */
export interface SpeechCall {
  /** A whole `<speak>` document that we wrote. */
  ssml: string;
  voice: string;
  /** BCP 47, where the voice speaks several languages; else its own. */
  language?: string | undefined;
}

/** @returns an Ogg Vorbis file, mono. @throws the service's own error; the signal's reason after an abort. */
export type SpeechService = (call: SpeechCall, signal: AbortSignal | undefined) => Promise<Uint8Array>;

/**
 * `no_speech`: the text has nothing to say (empty, punctuation, emoji). `voice_unknown`: no such voice or language.
 * `speed_out_of_range`: outside 0.5–2.0, or not 1 with a voice that has one pace. `text_refused`: the engine will not take
 * this text. `too_long`: it would last longer than MAX_SPEECH_SECONDS. `engine_failed`: the engine crashed, hung or gave no
 * usable sound. `busy`: it has too much to do for others.
 */
export type SpeechErrorCode =
  | 'no_speech'
  | 'voice_unknown'
  | 'speed_out_of_range'
  | 'text_refused'
  | 'too_long'
  | 'engine_failed'
  | 'busy';

/** No speech came of a request. Only `engine_failed` may be worth another try, and `busy` is after a while. */
export class SpeechError extends Error {
  override name = 'SpeechError';
  readonly code: SpeechErrorCode;

  constructor(code: SpeechErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
