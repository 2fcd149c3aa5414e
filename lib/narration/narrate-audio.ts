import { pauseSeconds } from '../leases/pause-seconds.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import type { NarrationEngine } from '../speech/engine.ts';
import { spokenAmount } from '../speech/script/plain-text.ts';
import {
  AUDIO_ATTEMPTS,
  AUDIO_CLAIMS,
  AUDIO_LEASE_SECONDS,
  type AudioRef,
  type GeneratedAudio,
} from '../timelines/public.ts';
import { encodeWav } from '../video/audio/wav.ts';
import { audioFailureOf } from './audio-failure.ts';
import { HIDDEN_SECONDS, type HoldDeps, holdAudio } from './keep-lease.ts';
import type { AudioQueue, SpeechStore, StoredSpeech, Transcode } from './ports.ts';

export interface NarrateAudioDeps extends HoldDeps {
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
async function speechFor(deps: NarrateAudioDeps, audio: GeneratedAudio, signal: AbortSignal): Promise<StoredSpeech> {
  const { account_id, speech_hash: hash, text = '', language, voice, speed, lexicon } = audio;
  const kept = (await deps.speech.findMany(account_id, [hash])).get(hash);
  if (kept) return kept;
  const spoken = await deps.speak({ text, language, voice, speed, lexicon }, signal);
  const key = storageKeys.speech(account_id, hash);
  await deps.files.putBytes(key, encodeWav(spoken.pcm, spoken.sampleRate), 'audio/wav');
  const { durationSeconds: duration_seconds, sentences } = spoken;
  const made = { hash, key, duration_seconds, sentences };
  await deps.speech.keep(account_id, made, {
    characters: spokenAmount({ text, lexicon }).characters,
    at: timestamp(deps.clock()),
  });
  return made;
}

async function fileOf(
  deps: NarrateAudioDeps,
  { account_id, speech_hash, format }: GeneratedAudio,
  speech: StoredSpeech,
  signal: AbortSignal,
): Promise<string> {
  if (format === 'wav') return speech.key;
  const key = storageKeys.speech(account_id, speech_hash, format);
  const encoded = await deps.transcode(await deps.files.getBytes(speech.key), format, signal);
  await deps.files.putBytes(key, encoded, MEDIA[format]);
  return key;
}

/**
 * Another attempt after a pause, by a message of its own: what comes back by itself comes three times, for failures. Killed
 * before it is sent, the old message comes back or the sweeper sends one.
 */
async function postpone({ audio: store, queue, clock }: NarrateAudioDeps, audio: GeneratedAudio): Promise<void> {
  await store.postpone(audio, timestamp(clock()));
  await queue.send(audio, pauseSeconds(audio.attempt));
}

/** Another attempt, or the end. @throws the error itself when the message must not be deleted. */
async function settleFailure(deps: NarrateAudioDeps, audio: GeneratedAudio, error: unknown): Promise<void> {
  if (error instanceof WriteConflict) return;
  const { text: _, own_text: __, lexicon: ___, ...shown } = audio;
  const { isFinal, isBusy, ...failure } = audioFailureOf(error);
  if (isBusy && audio.attempt < AUDIO_CLAIMS) {
    deps.log.warn('narration of a slide postponed', { ...shown, error });
    await postpone(deps, audio);
    return;
  }
  deps.log.error('narration of a slide failed', { ...shown, error });
  const isLast = (audio.failures ?? 0) + 1 >= AUDIO_ATTEMPTS || audio.attempt >= AUDIO_CLAIMS;
  if (isFinal || isLast) await deps.audio.fail(audio, failure);
  else await deps.audio.release(audio);
  if (!isFinal) throw error;
}

/**
 * Does one message of the narration queue that names a slide. Safe to be killed anywhere and to be run twice: files have
 * the names of their content, and only the last attempt may say what came of it.
 * @param hideFor hides the message for so many seconds from now on.
 */
export async function narrateAudio(
  deps: NarrateAudioDeps,
  ref: AudioRef,
  hideFor: (seconds: number) => Promise<void>,
): Promise<void> {
  // Before the claim: killed in between, the message comes back soon all the same.
  await hideFor(HIDDEN_SECONDS);
  const now = deps.clock();
  let audio: GeneratedAudio;
  try {
    audio = await deps.audio.claim(ref, timestamp(now), timestamp(plusSeconds(now, AUDIO_LEASE_SECONDS)));
  } catch (error) {
    // Done, replaced by a later request, gone with its slide, or at work under another message.
    if (error instanceof WriteConflict) return;
    throw error;
  }
  const held = holdAudio(deps, audio, hideFor);
  const { signal } = held;
  try {
    const speech = await speechFor(deps, audio, signal);
    const key = await fileOf(deps, audio, speech, signal);
    const { duration_seconds, sentences } = speech;
    await deps.audio.finish(audio, { key, duration_seconds, sentences });
  } catch (error) {
    // What came of it here counts no more. The message stays: whoever has it now may work from the very same one.
    if (held.isLost()) throw error;
    await hideFor(RETRY_SECONDS);
    await settleFailure(deps, audio, error);
  } finally {
    held.stop();
  }
}
