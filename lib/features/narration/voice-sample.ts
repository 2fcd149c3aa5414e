import type { SpeechEngine, SpeechEngineIdentity, SpeechEngineVoice } from '#engine/speech/engine.ts';
import { engineOfVoice } from '#engine/speech/engines/combined-engine.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import type { Log } from '#kernel/shared/log.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { ReceivedMessage } from '#platform/leases/public.ts';
import { voiceSampleText } from './voice-sample-text.ts';

/** Time limit of the work on one sample (a sentence, or a name and numbers), in seconds. */
export const VOICE_SAMPLE_TIME_LIMIT_SECONDS = 60;

/** A short recording of a voice, to choose it by. */
export interface VoiceSample {
  voice: SpeechEngineVoice;
  text: string;
  /** Storage key of the MP3 file. */
  key: string;
}

/** Dependencies of the worker of voice samples. */
export interface StoreMissingVoiceSampleDeps {
  engine: SpeechEngineIdentity;
  files: {
    /** The size of a file in bytes; undefined when it does not exist. */
    sizeOf(key: string): Promise<number | undefined>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  };
  speak(request: Parameters<SpeechEngine['speak']>[0], signal: AbortSignal): ReturnType<SpeechEngine['speak']>;
  toMp3(wav: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** Makes a signal that aborts the work on a sample after `VOICE_SAMPLE_TIME_LIMIT_SECONDS`. */
  deadline(): AbortSignal;
  log: Log;
}

/** The sample of a voice: its text, and its storage key, which is computed from engine, voice and text. */
export function voiceSampleOf(engine: SpeechEngineIdentity, voice: SpeechEngineVoice): VoiceSample {
  const text = voiceSampleText(voice.language);
  const { hash } = hashSpeechRequest(engine, { text, language: voice.language, voice: voice.id, speed: 1 });
  return { voice, text, key: storageKeys.voiceSample(engineOfVoice(engine, voice.id).id, hash) };
}

/**
 * Handles a message of the narration queue that names a voice: makes the sample of that voice, unless it exists. It may run twice, because
 * the same sound is stored under the same key. A failure is logged and not retried; the next list of voices requests the sample again. Never
 * throws.
 */
export async function storeMissingVoiceSample(
  deps: StoreMissingVoiceSampleDeps,
  voiceId: string,
  receipt: Pick<ReceivedMessage, 'hideFor'>,
): Promise<void> {
  const { engine, files, log } = deps;
  try {
    // This work has no lease, whose heartbeat would keep the message hidden.
    await receipt.hideFor(2 * VOICE_SAMPLE_TIME_LIMIT_SECONDS);
    const voice = engine.voices().find(({ id }) => id === voiceId);
    if (!voice) throw new Error('there is no such voice');
    const { text, key } = voiceSampleOf(engine, voice);
    if ((await files.sizeOf(key)) !== undefined) return;
    const signal = deps.deadline();
    const speech = await deps.speak({ text, language: voice.language, voice: voice.id, speed: 1 }, signal);
    const mp3 = await deps.toMp3(encodeWav(speech.pcm, speech.sampleRate), signal);
    await files.putBytes(key, mp3, 'audio/mpeg');
  } catch (error) {
    log.error('the sample of a voice could not be made', { voice: voiceId, error });
  }
}
