import type { z } from 'zod';
import type { SpeechEngineIdentity, SpeechRequest } from '#engine/speech/engine.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { toPronunciations } from '#engine/speech/script/lexicon-field.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { deletedAccountError, limitsOfPlan, type Principal, quotaExceededError } from '#features/accounts/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite, invalidValueError, serviceUnavailableError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { audioFailureOf } from './audio-failure.ts';
import { MAX_PREVIEWED_CHARACTERS, type SpeechPreviewBody, type speechPreviewAnswerSchema } from './contract.ts';
import type { SynthesizeSpeech } from './find-or-synthesize-speech.ts';
import type { SpeechCharacterCounter } from './ports.ts';
import { previewSpeech } from './preview-speech.ts';

/** Dependencies of previews with sound. */
export interface PreviewSoundDeps {
  engine: SpeechEngineIdentity;
  characters: SpeechCharacterCounter;
  files: {
    /** The size of a file in bytes; undefined when it does not exist. */
    sizeOf(key: string): Promise<number | undefined>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
    /** A URL that gives the file for one hour. */
    presignGet(key: string): Promise<string>;
  };
  speak: SynthesizeSpeech;
  /** Makes a signal that aborts the synthesis early enough for an answer to the request. */
  deadline(): AbortSignal;
  clock: Clock;
}

/**
 * Returns the preview of a text with its sound. The sound is stored under its content address, so a second request finds the file. The
 * characters are counted before the synthesis and given back when it fails. If the process is killed in between, the characters stay
 * counted, as for any speech that was started, and the next request synthesizes the speech again.
 * @throws ServiceError as `previewSpeech`; `validation_failed` for a text that is too long or cannot be spoken, `quota_exceeded`, and
 * `unavailable` when the engine fails
 */
export async function previewSpeechWithSound(
  deps: PreviewSoundDeps,
  principal: Principal,
  body: SpeechPreviewBody,
): Promise<z.output<typeof speechPreviewAnswerSchema>> {
  const { engine, files } = deps;
  const preview = previewSpeech(engine, body);
  const { characters } = preview;
  if (characters === 0)
    throw invalidValueError('text', 'The text has no words that can be spoken. Send at least one word.');
  if (characters > MAX_PREVIEWED_CHARACTERS)
    throw invalidValueError(
      'text',
      `The sound of a preview has at most ${MAX_PREVIEWED_CHARACTERS} characters. Make the narration of a slide for longer texts.`,
    );
  const { text, language, voice, speed } = body;
  const lexicon = toPronunciations(body.lexicon);
  const { hash, request } = hashSpeechRequest(engine, {
    text,
    language,
    speed,
    lexicon,
    ...(voice === undefined ? {} : { voice }),
  });
  const key = storageKeys.spokenPreview(principal.account_id, hash);
  if ((await files.sizeOf(key)) === undefined) await makePreviewSound(deps, principal, { key, request, characters });
  return { ...preview, audio_url: await files.presignGet(key) };
}

/** Counts, synthesizes and stores the sound of a preview. @throws ServiceError */
async function makePreviewSound(
  { characters: store, files, speak, deadline, clock }: PreviewSoundDeps,
  principal: Principal,
  { key, request, characters }: { key: string; request: SpeechRequest; characters: number },
): Promise<void> {
  const { account_id, plan } = principal;
  const time = clock();
  const limits = limitsOfPlan(plan);
  const countResult = await store.count(account_id, characters, time, limits);
  if (countResult === 'account_deleted') throw deletedAccountError(principal);
  if (countResult === 'quota_used') throw quotaExceededError('narration_characters', characters, limits, time);
  try {
    const { pcm, sampleRate } = await speak(request, deadline());
    await files.putBytes(key, encodeWav(pcm, sampleRate), 'audio/wav');
  } catch (error) {
    await attemptConditionalWrite(() => store.giveBack(account_id, characters, time));
    const { isFinal, message } = audioFailureOf(error);
    throw isFinal ? invalidValueError('text', message) : serviceUnavailableError(message, error);
  }
}
