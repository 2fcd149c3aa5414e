import { type Clock, plusSeconds, timestamp } from '../clock.ts';
import { WriteConflict } from '../errors.ts';
import type { Log } from '../log.ts';
import { storageKeys } from '../storage-keys.ts';
import { type NarrationEngine, SpeechError } from './engine.ts';
import type { AudioStore, KeptSpeech, SpeechStore, Transcode } from './ports.ts';
import { AUDIO_ATTEMPTS, AUDIO_LEASE_SECONDS, type AudioRef, type SlideAudio } from './slide-audio.ts';
import { encodeWav } from './wav.ts';

export interface NarrateAudioTools {
  audio: AudioStore;
  speech: SpeechStore;
  files: {
    getBytes(key: string): Promise<Uint8Array>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  };
  speak(request: Parameters<NarrationEngine['speak']>[0], signal: AbortSignal): ReturnType<NarrationEngine['speak']>;
  transcode: Transcode;
  clock: Clock;
  log: Log;
}

// A worker stops before its lease ends; the message comes back after that, so that whoever gets it finds the work free.
const WORK_SECONDS = AUDIO_LEASE_SECONDS - 5;
const HIDDEN_SECONDS = AUDIO_LEASE_SECONDS + 5;
const RETRY_SECONDS = 2;

const MEDIA = { mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;
const FAILED = { code: 'narration_failed', message: 'The narration could not be made.' } as const;

/** The speech of this request, made unless it exists: the same words in the same voice are spoken once. */
async function speechFor(tools: NarrateAudioTools, audio: SlideAudio, signal: AbortSignal): Promise<KeptSpeech> {
  const { account_id, speech_hash: hash, text = '', language, voice, speed } = audio;
  const kept = (await tools.speech.findMany(account_id, [hash])).get(hash);
  if (kept) return kept;
  const spoken = await tools.speak({ text, language, voice, speed }, signal);
  const key = storageKeys.speech(account_id, hash);
  await tools.files.putBytes(key, encodeWav(spoken.pcm, spoken.sampleRate), 'audio/wav');
  const { durationSeconds: duration_seconds, sentences } = spoken;
  const made = { hash, key, duration_seconds, sentences };
  await tools.speech.keep(account_id, made, { characters: [...text].length, at: timestamp(tools.clock()) });
  return made;
}

async function fileOf(
  tools: NarrateAudioTools,
  { account_id, speech_hash, format }: SlideAudio,
  speech: KeptSpeech,
  signal: AbortSignal,
): Promise<string> {
  if (format === 'wav') return speech.key;
  const key = storageKeys.speech(account_id, speech_hash, format);
  const encoded = await tools.transcode(await tools.files.getBytes(speech.key), format, signal);
  await tools.files.putBytes(key, encoded, MEDIA[format]);
  return key;
}

/** Another attempt, or the end. @throws the error itself when the message must not be deleted. */
async function settleFailure(tools: NarrateAudioTools, audio: SlideAudio, error: unknown): Promise<void> {
  if (error instanceof WriteConflict) return;
  const { text: _, ...shown } = audio;
  tools.log.error('narration of a slide failed', { ...shown, error });
  // What the engine did not manage it may manage at the next attempt; the rest lies in what it was asked for.
  const isFinal = error instanceof SpeechError && error.code !== 'engine_failed';
  const isLast = audio.attempt >= AUDIO_ATTEMPTS;
  if (isFinal || isLast) await tools.audio.fail(audio, FAILED);
  else await tools.audio.release(audio);
  if (!isFinal) throw error;
}

/**
 * Does one message of the narration queue that names a slide. Safe to be killed anywhere and to be run twice: files have
 * the names of their content, and only the last attempt may say what came of it.
 * @param hideFor hides the message for so many seconds from now on.
 */
export async function narrateAudio(
  tools: NarrateAudioTools,
  ref: AudioRef,
  hideFor: (seconds: number) => Promise<void>,
): Promise<void> {
  const now = tools.clock();
  let audio: SlideAudio;
  try {
    audio = await tools.audio.claim(ref, timestamp(now), timestamp(plusSeconds(now, AUDIO_LEASE_SECONDS)));
  } catch (error) {
    // Done, replaced by a later request, gone with its slide, or at work under another message.
    if (error instanceof WriteConflict) return;
    throw error;
  }
  await hideFor(HIDDEN_SECONDS);
  const signal = AbortSignal.timeout(WORK_SECONDS * 1000);
  try {
    const speech = await speechFor(tools, audio, signal);
    const key = await fileOf(tools, audio, speech, signal);
    const { duration_seconds, sentences } = speech;
    await tools.audio.finish(audio, { key, duration_seconds, sentences });
  } catch (error) {
    await hideFor(RETRY_SECONDS);
    await settleFailure(tools, audio, error);
  }
}
