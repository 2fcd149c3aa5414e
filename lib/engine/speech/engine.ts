import type { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { ForeignScriptWord } from './script/find-foreign-script-words.ts';
import type { Pronunciation } from './script/pronunciation.ts';
import type { Speakers } from './script/speakers.ts';

/**
 * The length of the longest speech, in seconds. 5,000 characters of prose took ten minutes at half the pace (espeak-ng); 5,000 digits may take
 * forty. Speech is kept in memory as a whole: 30 minutes are 173 MB of samples.
 */
export const MAX_SPEECH_SECONDS = 30 * 60;

/** A text to speak, with voice, pace and pronunciations. */
export interface SpeechRequest {
  /** The author's text; `prepareSpeechScript` makes the spoken script of it. It is never read as a command-line option or as the name of a file. */
  text: string;
  /** BCP 47. */
  language: string;
  /** A voice of the engine; absent: the engine chooses one for the language. */
  voice?: string | undefined;
  /** 0.5–2.0; 1 is the engine's normal pace. */
  speed: number;
  /** Pronunciations of words, set by the author. */
  lexicon?: readonly Pronunciation[] | undefined;
  /** The speakers that a text of several voices names; absent: none. `speakDialogue` makes such speech; engines ignore them. */
  speakers?: Speakers | undefined;
}

/** A sentence as captions show it, and its times in seconds from the start of the speech. */
export interface SpokenSentence {
  text: string;
  start_seconds: number;
  end_seconds: number;
  /**
   * Start and end of each word that `findWrittenWords` finds in the text, one after the other, in whole milliseconds from the start of the
   * sentence. Absent if the engine does not report them; `timedWordsOfSentence` estimates them then.
   */
  word_ms?: readonly number[] | undefined;
  /** The declared speaker who speaks it; absent: none. */
  speaker?: string | undefined;
}

/** Synthesized speech at −16 LUFS, with the times of its sentences. */
export interface SynthesizedSpeech {
  sampleRate: typeof SOUND_SAMPLE_RATE;
  /** Mono, signed 16 bit, little endian. */
  pcm: Buffer;
  /** In order, not overlapping, each with sound. */
  sentences: SpokenSentence[];
  durationSeconds: number;
}

/** A voice of an engine. */
export interface SpeechEngineVoice {
  id: string;
  name: string;
  /** BCP 47. */
  language: string;
  gender?: 'female' | 'male' | undefined;
  /** Other languages that it speaks natively, BCP 47. */
  other_languages?: readonly string[] | undefined;
  /** Timbres that it can have, as `id+variant`. */
  variants: string[];
}

/** An engine without its program: enough to choose a voice and to compute the content address of speech. */
export interface SpeechEngineIdentity {
  id: string;
  /** Everything besides the request that determines the samples; part of cache keys. */
  version: string;
  /** The engines that it is made of, each with its voices; absent: it is one engine. */
  speakers?: readonly SpeechEngineIdentity[] | undefined;
  /** True: it reads no letters but Latin ones; absent: all that its languages are written in. */
  readsOnlyLatin?: true | undefined;
  /** True: `transcribe` gives the sounds of words. */
  transcribes?: true | undefined;
  /** Chooses the voice that speaks; undefined if the engine has none for the language, or does not know `voice`. */
  voiceFor(language: string, voice?: string): string | undefined;
  /** Reports whether a voice from `voiceFor` supports another speed than 1. */
  takesSpeed(voice: string): boolean;
  /** Lists all of its voices, in a fixed order. */
  voices(): SpeechEngineVoice[];
}

/** The properties of a speech engine on which content addresses of speech depend. */
export type SpeechAddressEngineIdentity = Pick<
  SpeechEngineIdentity,
  'id' | 'version' | 'voiceFor' | 'speakers' | 'readsOnlyLatin' | 'transcribes'
>;

/** A speech synthesizer. Each is a file in `engines/`. */
export interface SpeechEngine extends SpeechEngineIdentity {
  /** Synthesizes a text. @throws SpeechError; the signal's reason after an abort */
  speak(request: SpeechRequest, signal?: AbortSignal): Promise<SynthesizedSpeech>;
  /**
   * Transcribes words into IPA, one text for each; empty for a word that it cannot read, or whose language it does not speak.
   * @throws SpeechError `engine_failed`; the signal's reason after an abort
   */
  transcribe?(words: readonly ForeignScriptWord[], signal?: AbortSignal): Promise<string[]>;
}

/** A request to a synthesizer behind a network, for one utterance. */
export interface UtteranceRequest {
  /** A complete `<speak>` document, written by this service. */
  ssml: string;
  voice: string;
  /** BCP 47; absent: the voice's own language. */
  language?: string | undefined;
}

/** A synthesizer behind a network. Both methods throw the error of its service, and the signal's reason after an abort. */
export interface RemoteSynthesizer {
  /** Synthesizes an utterance. @returns a mono Ogg Vorbis file */
  sound(request: UtteranceRequest, signal: AbortSignal | undefined): Promise<Uint8Array>;
  /** Requests the times of the words in the sound of the same request. @returns them in the format of the service */
  marks(request: UtteranceRequest, signal: AbortSignal | undefined): Promise<Uint8Array>;
}

/**
 * `no_speech`: the text has no words (empty, punctuation, emoji). `voice_unknown`: no such voice or language.
 * `speed_out_of_range`: outside 0.5–2.0, or not 1 with a voice of one pace. `text_refused`: the engine does not accept the
 * text. `too_long`: longer than MAX_SPEECH_SECONDS. `engine_failed`: the engine crashed, hung or gave no usable sound.
 * `busy`: the engine is at its capacity.
 */
export type SpeechErrorCode =
  | 'no_speech'
  | 'voice_unknown'
  | 'speed_out_of_range'
  | 'text_refused'
  | 'too_long'
  | 'engine_failed'
  | 'busy';

/** A request that gave no speech. A retry can help only with `engine_failed`, and with `busy` after a pause. */
export class SpeechError extends Error {
  override name = 'SpeechError';
  readonly code: SpeechErrorCode;

  constructor(code: SpeechErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
