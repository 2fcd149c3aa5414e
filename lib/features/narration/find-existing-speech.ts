import type { GeneratedAudio, SlideAudio } from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { SpeechStore, StoredSpeech } from './ports.ts';

/** Dependencies of the search for existing speech. */
export interface ExistingSpeechDeps {
  speech: Pick<SpeechStore, 'use'>;
  clock: Clock;
  /** `sizeOf`: the size of a file in bytes; undefined when it does not exist. */
  files: { sizeOf(key: string): Promise<number | undefined> };
}

/** The storage key of speech in a format. */
export const speechFileKey = ({
  account_id,
  speech_hash,
  format,
}: Pick<SlideAudio, 'account_id' | 'speech_hash' | 'format'>): string =>
  storageKeys.speech(account_id, speech_hash, format);

/**
 * Reports whether the audio of a slide was requested with the same words, voice and format, in any status. Audio that was adopted without a
 * request, and so changes with its timeline, does not equal a request for the same speech. Such a request replaces the audio.
 */
export const isSameAudioRequest = (
  presentAudio: SlideAudio | undefined,
  requestedAudio: GeneratedAudio,
): presentAudio is GeneratedAudio =>
  presentAudio?.source === 'generated' &&
  presentAudio.speech_hash === requestedAudio.speech_hash &&
  presentAudio.format === requestedAudio.format &&
  presentAudio.follows_timeline === requestedAudio.follows_timeline &&
  presentAudio.own_text === requestedAudio.own_text &&
  presentAudio.lexicon_hash === requestedAudio.lexicon_hash &&
  presentAudio.notes_hash === requestedAudio.notes_hash;

/** Reports whether audio waits for a worker or is being synthesized. */
export const isAudioInProgress = ({ status }: SlideAudio): boolean => status === 'queued' || status === 'processing';

/**
 * Finds speech of the account for a request; it may have been made for any slide. Records that the timeline uses the speech.
 * @returns undefined unless its file exists in the requested format
 */
export async function findExistingSpeech(
  { speech, files, clock }: ExistingSpeechDeps,
  requestedAudio: GeneratedAudio,
): Promise<(Pick<StoredSpeech, 'duration_seconds' | 'sentences'> & { key: string }) | undefined> {
  const { slide_id, speech_hash: hash } = requestedAudio;
  const speechByHash = await speech.use({ ...requestedAudio, source: slide_id }, [{ hash, slide_id }], clock(), {
    always: true,
  });
  const storedSpeech = speechByHash.get(hash);
  if (!storedSpeech) return undefined;
  const key = speechFileKey(requestedAudio);
  if ((await files.sizeOf(key)) === undefined) return undefined;
  return { key, duration_seconds: storedSpeech.duration_seconds, sentences: storedSpeech.sentences };
}
