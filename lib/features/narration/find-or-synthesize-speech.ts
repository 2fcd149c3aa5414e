import type { SpeechEngine, SpeechRequest } from '#engine/speech/engine.ts';
import { countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite, WriteConflictError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { SlideSpeechReference, StoredSpeechUser } from '#platform/erasure/public.ts';
import type { SpeechReservationOwner, SpeechStore, StoredSpeech } from './ports.ts';

/** Synthesizes speech. @param signal aborts it. @throws SpeechError */
export type SynthesizeSpeech = (request: SpeechRequest, signal: AbortSignal) => ReturnType<SpeechEngine['speak']>;

/** Dependencies of the production of speech. */
export interface FindOrSynthesizeSpeechDeps {
  speech: SpeechStore;
  files: { putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
  speak: SynthesizeSpeech;
  clock: Clock;
  /**
   * Encodes new speech in the form that videos use, and caches it for the first render. It throws no error, because a render encodes what
   * it does not find.
   */
  encodeAhead(
    owner: { account_id: string; timeline_id: string; render_id?: string | undefined },
    newSpeech: readonly { speech: StoredSpeech; wav: Uint8Array }[],
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * Finds the speech of a request under its content address, or synthesizes and stores it there. The same words in the same voice are
 * synthesized once, for slides' audio and renders alike. First the use by the timeline is noted, then the file is written, then the record
 * that names the file. If a worker is killed in between, the next worker overwrites its file with the same sound. The characters are
 * counted with the record, so only once.
 * @param payer owner of the reservation with the characters
 * @param hash the content address of the request
 * @param onSpoken called with the WAV file of new speech before it is stored, to start other encodings
 * @throws SpeechError
 */
export async function findOrSynthesizeSpeech(
  deps: FindOrSynthesizeSpeechDeps,
  payer: SpeechReservationOwner,
  hash: string,
  request: SpeechRequest,
  signal: AbortSignal,
  onSpoken: (wav: Uint8Array) => void = () => undefined,
): Promise<StoredSpeech> {
  const references = [speechReferenceOf(payer, hash)];
  const existingSpeech = (await findSpeechAndRecordUse(deps, payer, references)).get(hash);
  if (existingSpeech) return existingSpeech;
  await deps.speech.announce(consumerOf(payer), references, deps.clock());
  return makeAndKeepSpeech(deps, payer, hash, request, signal, onSpoken);
}

/** The owner of the artifacts that are encoded ahead from a payer's speech. */
const artifactOwnerOf = (payer: SpeechReservationOwner): Parameters<FindOrSynthesizeSpeechDeps['encodeAhead']>[0] => {
  const { account_id, timeline_id } = consumerOf(payer);
  return { account_id, timeline_id, ...(payer.kind === 'render' ? { render_id: payer.id } : {}) };
};

const accountIdOf = (payer: SpeechReservationOwner): string =>
  payer.kind === 'audio' ? payer.audio.account_id : payer.account_id;

/** The consumer of a payer's speech: its timeline, on behalf of a slide or a render. */
const consumerOf = (payer: SpeechReservationOwner): StoredSpeechUser =>
  payer.kind === 'audio'
    ? { ...payer.audio, source: payer.audio.slide_id }
    : { account_id: payer.account_id, timeline_id: payer.timeline_id, source: payer.id };

const speechReferenceOf = (payer: SpeechReservationOwner, hash: string): SlideSpeechReference => ({
  hash,
  slide_id: payer.kind === 'audio' ? payer.audio.slide_id : '',
});

/** Finds the speech among `references` that exists, by hash, and notes that the payer's timeline uses it. */
export const findSpeechAndRecordUse = (
  { speech, clock }: Pick<FindOrSynthesizeSpeechDeps, 'speech' | 'clock'>,
  payer: SpeechReservationOwner,
  references: readonly SlideSpeechReference[],
): Promise<Map<string, StoredSpeech>> =>
  // Until the slide has the speech as its audio, only the time of use prevents its removal.
  speech.use(consumerOf(payer), references, clock(), { always: payer.kind === 'audio' });

/** Synthesizes and stores speech that was not found; returns the existing speech if another worker has made it since. */
async function makeAndKeepSpeech(
  deps: FindOrSynthesizeSpeechDeps,
  payer: SpeechReservationOwner,
  hash: string,
  request: SpeechRequest,
  signal: AbortSignal,
  onSpoken: (wav: Uint8Array) => void,
): Promise<StoredSpeech> {
  const { speech, spoken } = await synthesizeNewSpeech(deps, payer, hash, request, signal);
  if (!spoken) return speech;
  const { wav, characters, stored } = spoken;
  onSpoken(wav);
  await Promise.all([stored, deps.encodeAhead(artifactOwnerOf(payer), [{ speech, wav }], signal)]);
  await deps.speech.keep(payer, speech, characters);
  return speech;
}

/** Synthesized speech that is not stored yet. */
export interface UnstoredSpeech {
  wav: Uint8Array;
  /** Number of characters that are counted for the payer, for `keep`. */
  characters: number;
  /** Resolves when its file is written; only then `keep` may be called. */
  stored: Promise<void>;
}

/**
 * Synthesizes speech, and starts to write its file. The caller then calls `keep`.
 * @param begunCharacters the number of characters that `beginAll` has taken from the reservation; absent: this function calls `begin`
 * @returns the speech; without `spoken` when another worker has made it meanwhile
 * @throws SpeechError
 */
export async function synthesizeNewSpeech(
  { speech: store, files, speak, clock }: Pick<FindOrSynthesizeSpeechDeps, 'speech' | 'files' | 'speak' | 'clock'>,
  payer: SpeechReservationOwner,
  hash: string,
  request: SpeechRequest,
  signal: AbortSignal,
  begunCharacters?: number,
): Promise<{ speech: StoredSpeech; spoken?: UnstoredSpeech }> {
  const used_at = formatUtcTimestamp(clock());
  let characters: number;
  try {
    characters = begunCharacters ?? (await store.begin(payer, hash, countSpokenTextAmounts(request).characters));
  } catch (error) {
    // A conflict may mean that another worker has made the speech.
    const speechByHash =
      error instanceof WriteConflictError
        ? await findSpeechAndRecordUse({ speech: store, clock }, payer, [speechReferenceOf(payer, hash)])
        : undefined;
    const existingSpeech = speechByHash?.get(hash);
    if (existingSpeech) return { speech: existingSpeech };
    throw error;
  }
  const abandon = () => attemptConditionalWrite(() => store.abandon(payer, characters));
  if (signal.aborted) {
    await abandon();
    throw signal.reason;
  }
  const { pcm, sampleRate, durationSeconds, sentences } = await speak(request, signal).catch(async (error: unknown) => {
    // After an abort, part of the speech may have been paid for, so `begin` is not undone: its characters are counted if the payer has
    // ended; otherwise another worker takes them over.
    if (!signal.aborted) await abandon();
    throw error;
  });
  const key = storageKeys.speech(accountIdOf(payer), hash);
  const wav = encodeWav(pcm, sampleRate);
  const stored = files.putBytes(key, wav, 'audio/wav');
  // The caller awaits it later; until then an error would be an unhandled rejection.
  stored.catch(() => undefined);
  const speech = { hash, key, duration_seconds: durationSeconds, sentences, size_bytes: wav.length, used_at };
  return { speech, spoken: { wav, characters, stored } };
}
