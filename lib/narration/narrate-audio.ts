import { plusSeconds, timestamp } from '../clock.ts';
import { WriteConflict } from '../errors.ts';
import type { Log } from '../log.ts';
import { pauseSeconds } from '../pause-seconds.ts';
import { storageKeys } from '../storage-keys.ts';
import type { NarrationEngine } from './engine.ts';
import { failureOf } from './failure-of.ts';
import { HIDDEN_SECONDS, type HoldTools, holdAudio } from './hold-audio.ts';
import type { AudioQueue, KeptSpeech, SpeechStore, Transcode } from './ports.ts';
import { spokenAmount } from './script/plain-text.ts';
import {
  AUDIO_ATTEMPTS,
  AUDIO_CLAIMS,
  AUDIO_LEASE_SECONDS,
  type AudioRef,
  type GeneratedAudio,
} from './slide-audio.ts';
import { encodeWav } from './wav.ts';

export interface NarrateAudioTools extends HoldTools {
  speech: SpeechStore;
  files: {
    getBytes(key: string): Promise<Uint8Array>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  };
  speak(request: Parameters<NarrationEngine['speak']>[0], signal: AbortSignal): ReturnType<NarrationEngine['speak']>;
  transcode: Transcode;
  queue: AudioQueue;
  log: Log;
}

const RETRY_SECONDS = 2;

const MEDIA = { mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;

/** The speech of this request, made unless it exists: the same words in the same voice are spoken once. */
async function speechFor(tools: NarrateAudioTools, audio: GeneratedAudio, signal: AbortSignal): Promise<KeptSpeech> {
  const { account_id, speech_hash: hash, text = '', language, voice, speed, lexicon } = audio;
  const kept = (await tools.speech.findMany(account_id, [hash])).get(hash);
  if (kept) return kept;
  const spoken = await tools.speak({ text, language, voice, speed, lexicon }, signal);
  const key = storageKeys.speech(account_id, hash);
  await tools.files.putBytes(key, encodeWav(spoken.pcm, spoken.sampleRate), 'audio/wav');
  const { durationSeconds: duration_seconds, sentences } = spoken;
  const made = { hash, key, duration_seconds, sentences };
  await tools.speech.keep(account_id, made, {
    characters: spokenAmount({ text, lexicon }).characters,
    at: timestamp(tools.clock()),
  });
  return made;
}

async function fileOf(
  tools: NarrateAudioTools,
  { account_id, speech_hash, format }: GeneratedAudio,
  speech: KeptSpeech,
  signal: AbortSignal,
): Promise<string> {
  if (format === 'wav') return speech.key;
  const key = storageKeys.speech(account_id, speech_hash, format);
  const encoded = await tools.transcode(await tools.files.getBytes(speech.key), format, signal);
  await tools.files.putBytes(key, encoded, MEDIA[format]);
  return key;
}

/**
 * Another attempt after a pause, by a message of its own: what comes back by itself comes three times, for failures. Killed
 * before it is sent, the old message comes back or the sweeper sends one.
 */
async function postpone({ audio: store, queue, clock }: NarrateAudioTools, audio: GeneratedAudio): Promise<void> {
  await store.postpone(audio, timestamp(clock()));
  await queue.send(audio, pauseSeconds(audio.attempt));
}

/** Another attempt, or the end. @throws the error itself when the message must not be deleted. */
async function settleFailure(tools: NarrateAudioTools, audio: GeneratedAudio, error: unknown): Promise<void> {
  if (error instanceof WriteConflict) return;
  const { text: _, own_text: __, lexicon: ___, ...shown } = audio;
  const { isFinal, isBusy, ...failure } = failureOf(error);
  if (isBusy && audio.attempt < AUDIO_CLAIMS) {
    tools.log.warn('narration of a slide postponed', { ...shown, error });
    await postpone(tools, audio);
    return;
  }
  tools.log.error('narration of a slide failed', { ...shown, error });
  const isLast = (audio.failures ?? 0) + 1 >= AUDIO_ATTEMPTS || audio.attempt >= AUDIO_CLAIMS;
  if (isFinal || isLast) await tools.audio.fail(audio, failure);
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
  // Before the claim: killed in between, the message comes back soon all the same.
  await hideFor(HIDDEN_SECONDS);
  const now = tools.clock();
  let audio: GeneratedAudio;
  try {
    audio = await tools.audio.claim(ref, timestamp(now), timestamp(plusSeconds(now, AUDIO_LEASE_SECONDS)));
  } catch (error) {
    // Done, replaced by a later request, gone with its slide, or at work under another message.
    if (error instanceof WriteConflict) return;
    throw error;
  }
  const held = holdAudio(tools, audio, hideFor);
  const { signal } = held;
  try {
    const speech = await speechFor(tools, audio, signal);
    const key = await fileOf(tools, audio, speech, signal);
    const { duration_seconds, sentences } = speech;
    await tools.audio.finish(audio, { key, duration_seconds, sentences });
  } catch (error) {
    // What came of it here counts no more. The message stays: whoever has it now may work from the very same one.
    if (held.isLost()) throw error;
    await hideFor(RETRY_SECONDS);
    await settleFailure(tools, audio, error);
  } finally {
    held.stop();
  }
}
