import type { EngineIdentity, EngineVoice, SpeechEngine } from '#engine/speech/engine.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import type { Log } from '#kernel/shared/log.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { ReceivedMessage } from '#platform/leases/public.ts';
import { sampleText } from './sample-text.ts';

/** Work on a sample, which is a sentence or two, is stopped after this many seconds. */
export const SAMPLE_SECONDS = 60;

/** A short recording of a voice, to choose it by. */
export interface VoiceSample {
  voice: EngineVoice;
  text: string;
  /** Storage key of the MP3 file. */
  key: string;
}

export interface MakeSampleDeps {
  engine: EngineIdentity;
  files: {
    /** undefined when there is no such file. */
    sizeOf(key: string): Promise<number | undefined>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  };
  speak(request: Parameters<SpeechEngine['speak']>[0], signal: AbortSignal): ReturnType<SpeechEngine['speak']>;
  toMp3(wav: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** Stops work on a sample that takes too long. */
  deadline(): AbortSignal;
  log: Log;
}

/** The sample of a voice: its text, and the storage key that follows from engine, voice and text. */
export function sampleOf(engine: EngineIdentity, voice: EngineVoice): VoiceSample {
  const text = sampleText(voice.language);
  const { hash } = hashSpeechRequest(engine, { text, language: voice.language, voice: voice.id, speed: 1 });
  return { voice, text, key: storageKeys.voiceSample(engine.id, hash) };
}

/**
 * Does one message of the narration queue that names a voice. It may run twice: the same sound is stored under the same key.
 * A sample that cannot be made is not retried; the next list of voices asks for it again. Never throws.
 */
export async function makeSample(
  deps: MakeSampleDeps,
  voiceId: string,
  receipt: Pick<ReceivedMessage, 'hideFor'>,
): Promise<void> {
  const { engine, files, log } = deps;
  try {
    // It is not under a lease, whose heartbeat would continue hiding its message.
    await receipt.hideFor(2 * SAMPLE_SECONDS);
    const voice = engine.voices().find(({ id }) => id === voiceId);
    if (!voice) throw new Error('there is no such voice');
    const { text, key } = sampleOf(engine, voice);
    if ((await files.sizeOf(key)) !== undefined) return;
    const signal = deps.deadline();
    const spoken = await deps.speak({ text, language: voice.language, voice: voice.id, speed: 1 }, signal);
    const mp3 = await deps.toMp3(encodeWav(spoken.pcm, spoken.sampleRate), signal);
    await files.putBytes(key, mp3, 'audio/mpeg');
  } catch (error) {
    log.error('the sample of a voice could not be made', { voice: voiceId, error });
  }
}
