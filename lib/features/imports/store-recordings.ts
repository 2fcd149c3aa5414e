import { MAX_AUDIO_SECONDS } from '#engine/audio-decoding/decoded-audio.ts';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import { recordingHash, sentencesOfNotes, sentenceTimesInRecording } from '#features/narration/public.ts';
import { estimatedNarrationSeconds, type UploadedAudio } from '#features/timelines/public.ts';
import type { UploadBlobs } from '#features/uploads/public.ts';
import { type Clock, formatTimestamp, plusSeconds } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { TombstoneStore } from '#platform/erasure/public.ts';
import type { Import } from './import.ts';
import { ABANDONED_IMPORT_SECONDS, ImportExceedsPlanLimitsError } from './import-exceeds-plan-limits.ts';
import type { IsolatedDeckResult } from './ports.ts';
import { recordingLostWarning } from './recording-lost.ts';
import { slideInputOf } from './slide-input-of.ts';

/** A stored recording. */
export type StoredRecording = Required<
  Pick<UploadedAudio, 'key' | 'size_bytes' | 'speech_hash' | 'duration_seconds' | 'sentences'>
>;

/** Recordings, by the index of their slide among the imported slides, from 0. */
export type StoredRecordings = ReadonlyMap<number, StoredRecording>;

/** Seconds of all recordings of a deck, and of one slide, at most. The limit of a slide is that of an audio file in the API. */
const MAX_SECONDS = { deck: 4 * 3600, slide: MAX_AUDIO_SECONDS };
/** A sound that is not marked as narration, and is shorter than this share of the estimated narration of the notes, is an effect. */
const MIN_NARRATION_SHARE = 0.25;

/** Dependencies of `storeRecordings`. */
export interface StoreRecordingsDeps {
  files: Pick<UploadBlobs, 'putBytes'>;
  tombstones: Pick<TombstoneStore, 'insert'>;
  clock: Clock;
}

const secondsOf = (pcm: Buffer): number => pcm.length / 2 / SOUND_SAMPLE_RATE;

/** A slide with its notes as the timeline has them. */
const withNotesTaken = (slide: ParsedSlide): ParsedSlide => ({
  ...slide,
  content: { ...slide.content, speaker_notes: slideInputOf(slide).speaker_notes },
});

/** Reason why a slide does not speak with the sound of its deck; undefined: it does. */
function refusalOf({ content, recording }: ParsedSlide, seconds: number, left: number): string | undefined {
  if (seconds > MAX_SECONDS.slide) return `it is longer than ${MAX_SECONDS.slide / 60} minutes`;
  if (seconds > left) return `the recordings of a deck may have ${MAX_SECONDS.deck / 3600} hours in all`;
  const said = estimatedNarrationSeconds(content, {});
  if (recording?.isMarkedAsNarration !== true && said !== undefined && seconds < MIN_NARRATION_SHARE * said)
    return 'the sound is much shorter than the notes, as an effect is';
  return undefined;
}

/**
 * Stores the recordings of a deck, each under its own key that no other attempt knows. One tombstone names them all before the first is
 * written; the write that makes the timeline lifts it. A recording that cannot be decoded has a line of the report.
 * @param language of the timeline
 * @returns `stored` by the position of the slide; `lifted`: ids of the tombstones that the write deletes; `warnings`: lines of the report
 * @throws ImportExceedsPlanLimitsError before more is written than the plan keeps
 * @throws ServiceError `rate_limited`, `unavailable` if the decoder is busy
 */
export async function storeRecordings(
  { files, tombstones, clock }: StoreRecordingsDeps,
  { account_id, timeline_id }: Import,
  { deck, soundOf }: IsolatedDeckResult,
  language: string,
  limits: Pick<PlanLimits, 'stored_bytes'>,
): Promise<{ stored: StoredRecordings; lifted: string[]; warnings: DeckWarning[] }> {
  const now = clock();
  const wanted = deck.slides.flatMap((slide, at) => {
    const token = createOpaqueToken(now);
    const { recording } = slide;
    const key = storageKeys.recording(account_id, timeline_id, token);
    return recording ? [{ at, slide: withNotesTaken(slide), recording, token, key }] : [];
  });
  if (wanted.length === 0) return { stored: new Map(), lifted: [], warnings: [] };
  const id = createOpaqueToken(now);
  await tombstones.insert({
    id,
    account_id,
    remains: { kind: 'files', timeline_id, keys: wanted.map(({ key }) => key) },
    due_at: formatTimestamp(plusSeconds(now, ABANDONED_IMPORT_SECONDS)),
  });
  const stored = new Map<number, StoredRecording>();
  const warnings: DeckWarning[] = [];
  let [seconds, bytes] = [0, 0];
  // One after the other: ten minutes of samples are 57 MB, and in parallel it would depend on timing which of them are too many.
  for (const { at, slide, recording, token, key } of wanted) {
    if (seconds >= MAX_SECONDS.deck) {
      warnings.push(
        recordingLostWarning(slide, `the recordings of a deck may have ${MAX_SECONDS.deck / 3600} hours in all`),
      );
      continue;
    }
    const pcm = await soundOf(recording).catch((error: unknown) => {
      if (error instanceof ServiceError && (error.code === 'audio_invalid' || error.code === 'audio_too_long'))
        return error;
      throw error;
    });
    const refusal =
      pcm instanceof ServiceError
        ? withoutStop(pcm.message)
        : refusalOf(slide, secondsOf(pcm), MAX_SECONDS.deck - seconds);
    if (pcm instanceof ServiceError || refusal !== undefined) {
      warnings.push(recordingLostWarning(slide, refusal ?? ''));
      continue;
    }
    const wav = encodeWav(pcm, SOUND_SAMPLE_RATE);
    bytes += wav.length;
    seconds += secondsOf(pcm);
    if (bytes > limits.stored_bytes) throw new ImportExceedsPlanLimitsError('the plan has no room for the recordings');
    await files.putBytes(key, wav, 'audio/wav');
    const sentences = sentencesOfNotes(slide.content.speaker_notes, language);
    stored.set(at, {
      key,
      size_bytes: wav.length,
      // The slide has no id yet: the file is its alone.
      speech_hash: recordingHash({ id: timeline_id, sid: token }, pcm, sentences),
      ...sentenceTimesInRecording(pcm, sentences),
    });
  }
  return { stored, lifted: [id], warnings };
}

/** A message as a part of a sentence. */
const withoutStop = (message: string): string =>
  message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
