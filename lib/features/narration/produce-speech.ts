import type { SpeechEngine, SpeechRequest } from '#engine/speech/engine.ts';
import { spokenAmount } from '#engine/speech/script/notes-text.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { unlessConflict, WriteConflict } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { SaidSpeech, SpeechUser } from '#platform/erasure/public.ts';
import type { SpeechPayer, SpeechStore, StoredSpeech } from './ports.ts';

/** Speaks a request. The signal stops it. @throws SpeechError */
export type Speak = (request: SpeechRequest, signal: AbortSignal) => ReturnType<SpeechEngine['speak']>;

export interface ProduceSpeechDeps {
  speech: SpeechStore;
  files: { putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
  speak: Speak;
  clock: Clock;
  /**
   * Keeps new speech as the sound of videos has it, so that the first of them need not encode it. A render that does not find
   * it encodes it, so no error of it matters here.
   */
  encodeAhead(
    maker: { account_id: string; timeline_id: string; render_id?: string | undefined },
    spoken: readonly { speech: StoredSpeech; wav: Uint8Array }[],
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * The speech of a request: found under its content address, or spoken and stored there. The same words in the same voice are
 * spoken once, whether for a slide's audio or for a render. The file is written before the record that names it, so that a
 * worker that is killed in between leaves a file that the next one overwrites with the same sound. That the timeline uses it is noted
 * before both. Its characters are counted with the record: once, however many workers speak.
 * @param payer whose reservation has the characters
 * @param hash the content address of the request
 * @param onSpoken is given the file of new speech before that is stored, to start what else is made of it
 * @throws SpeechError
 */
export async function produceSpeech(
  deps: ProduceSpeechDeps,
  payer: SpeechPayer,
  hash: string,
  request: SpeechRequest,
  signal: AbortSignal,
  onSpoken: (wav: Uint8Array) => void = () => undefined,
): Promise<StoredSpeech> {
  const said = [saidBy(payer, hash)];
  const found = (await useSpeechFor(deps, payer, said)).get(hash);
  if (found) return found;
  await deps.speech.announce(userOf(payer), said, deps.clock());
  return makeSpeech(deps, payer, hash, request, signal, onSpoken);
}

/** A payer as the maker of what is encoded of its speech. */
const makerOf = (payer: SpeechPayer): Parameters<ProduceSpeechDeps['encodeAhead']>[0] => {
  const { account_id, timeline_id } = userOf(payer);
  return { account_id, timeline_id, ...(payer.kind === 'render' ? { render_id: payer.id } : {}) };
};

const accountOf = (payer: SpeechPayer): string => (payer.kind === 'audio' ? payer.audio.account_id : payer.account_id);

/** User of the speech that a payer pays for. */
const userOf = (payer: SpeechPayer): SpeechUser =>
  payer.kind === 'audio'
    ? { ...payer.audio, source: payer.audio.slide_id }
    : { account_id: payer.account_id, timeline_id: payer.timeline_id, source: payer.id };

const saidBy = (payer: SpeechPayer, hash: string): SaidSpeech => ({
  hash,
  slide_id: payer.kind === 'audio' ? payer.audio.slide_id : '',
});

/** Finds the speech among `said` that exists, by hash: its timeline uses it. */
export const useSpeechFor = (
  { speech, clock }: Pick<ProduceSpeechDeps, 'speech' | 'clock'>,
  payer: SpeechPayer,
  said: readonly SaidSpeech[],
): Promise<Map<string, StoredSpeech>> =>
  // Nothing but the time of its use keeps it until the slide has it.
  speech.use(userOf(payer), said, clock(), { always: payer.kind === 'audio' });

/** Does the same as `produceSpeech`, for speech that was looked for and not found: speech that was made since is found all the same. */
async function makeSpeech(
  deps: ProduceSpeechDeps,
  payer: SpeechPayer,
  hash: string,
  request: SpeechRequest,
  signal: AbortSignal,
  onSpoken: (wav: Uint8Array) => void,
): Promise<StoredSpeech> {
  const { speech, spoken } = await speakNew(deps, payer, hash, request, signal);
  if (!spoken) return speech;
  const { wav, characters, stored } = spoken;
  onSpoken(wav);
  await Promise.all([stored, deps.encodeAhead(makerOf(payer), [{ speech, wav }], signal)]);
  await deps.speech.keep(payer, speech, characters);
  return speech;
}

/** Synthesized speech that is not stored yet. */
export interface NewlySpoken {
  wav: Uint8Array;
  /** Number of characters that its payer is charged, as passed to `keep`. */
  characters: number;
  /** Its file is written: before that it must not be kept. */
  stored: Promise<void>;
}

/**
 * Speaks a request, and starts to store its file. The caller keeps it.
 * @param started the characters that its payer pays, if it is started already
 * @returns the speech; without `spoken` when another worker has made it since it was looked for
 * @throws SpeechError
 */
export async function speakNew(
  { speech: store, files, speak, clock }: Pick<ProduceSpeechDeps, 'speech' | 'files' | 'speak' | 'clock'>,
  payer: SpeechPayer,
  hash: string,
  request: SpeechRequest,
  signal: AbortSignal,
  begun?: number,
): Promise<{ speech: StoredSpeech; spoken?: NewlySpoken }> {
  const used_at = timestamp(clock());
  let characters: number;
  try {
    characters = begun ?? (await store.begin(payer, hash, spokenAmount(request).characters));
  } catch (error) {
    // Another worker may have made it since.
    const made =
      error instanceof WriteConflict
        ? await useSpeechFor({ speech: store, clock }, payer, [saidBy(payer, hash)])
        : undefined;
    const existing = made?.get(hash);
    if (existing) return { speech: existing };
    throw error;
  }
  const abandon = () => unlessConflict(() => store.abandon(payer, characters));
  if (signal.aborted) {
    await abandon();
    throw signal.reason;
  }
  const { pcm, sampleRate, durationSeconds, sentences } = await speak(request, signal).catch(async (error: unknown) => {
    // What an abort broke off was spoken in part: it counts if the payer has ended, and another worker continues with it if not.
    if (!signal.aborted) await abandon();
    throw error;
  });
  const key = storageKeys.speech(accountOf(payer), hash);
  const wav = encodeWav(pcm, sampleRate);
  const stored = files.putBytes(key, wav, 'audio/wav');
  // The caller that waits for it is notified of its error; until then no handler has it.
  stored.catch(() => undefined);
  const speech = { hash, key, duration_seconds: durationSeconds, sentences, size_bytes: wav.length, used_at };
  return { speech, spoken: { wav, characters, stored } };
}
