import { MAX_SENT_AUDIO_SECONDS } from '#engine/audio-decoding/decoded-audio.ts';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import { hashRecording, sentencesOfNotes, sentenceTimesInRecording } from '#features/narration/public.ts';
import { estimatedNarrationSeconds, type UploadedAudio } from '#features/timelines/public.ts';
import type { UploadBlobs } from '#features/uploads/public.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { TombstoneStore } from '#platform/erasure/public.ts';
import type { Import } from './import.ts';
import { ABANDONED_IMPORT_SECONDS, ImportExceedsPlanLimitsError } from './import-exceeds-plan-limits.ts';
import type { IsolatedDeckResult } from './ports.ts';
import { recordingLostWarning } from './recording-lost.ts';
import { toApiSlideInput } from './to-api-slide-input.ts';

/** The recorded narration of a slide of an imported deck, whose file is stored. */
export type StoredDeckRecording = Required<
  Pick<UploadedAudio, 'key' | 'size_bytes' | 'speech_hash' | 'duration_seconds' | 'sentences'>
>;

/** Recordings, by the index of their slide among the imported slides, from 0. */
export type StoredDeckRecordings = ReadonlyMap<number, StoredDeckRecording>;

/** Maximum durations of all recordings of a deck together, and of one recording. The latter is that of an audio file in the API. */
const MAX_RECORDING_SECONDS = { deck: 4 * 3600, slide: MAX_SENT_AUDIO_SECONDS };
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
const withTimelineNotes = (slide: ParsedSlide): ParsedSlide => ({
  ...slide,
  content: { ...slide.content, speaker_notes: toApiSlideInput(slide).speaker_notes },
});

/** Reason why a slide does not speak with the sound of its deck; undefined: it does. */
function refusalReason(
  { content, recording }: ParsedSlide,
  seconds: number,
  remainingSeconds: number,
): string | undefined {
  if (seconds > MAX_RECORDING_SECONDS.slide) return `it is longer than ${MAX_RECORDING_SECONDS.slide / 60} minutes`;
  if (seconds > remainingSeconds)
    return `the recordings of a deck may have ${MAX_RECORDING_SECONDS.deck / 3600} hours in all`;
  const narrationSeconds = estimatedNarrationSeconds(content, {});
  if (
    recording?.isMarkedAsNarration !== true &&
    narrationSeconds !== undefined &&
    seconds < MIN_NARRATION_SHARE * narrationSeconds
  )
    return 'the sound is much shorter than the notes, as an effect is';
  return undefined;
}

/**
 * Stores the recordings of a deck, each under its own key that no other attempt knows. One tombstone names them all before the first is
 * written; the write that makes the timeline lifts it. A recording that cannot be decoded has a line of the report.
 * @param language language of the timeline, BCP 47
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
): Promise<{ stored: StoredDeckRecordings; lifted: string[]; warnings: DeckWarning[] }> {
  const now = clock();
  const slidesWithRecordings = deck.slides.flatMap((slide, index) => {
    const token = createOpaqueToken(now);
    const { recording } = slide;
    const key = storageKeys.recording(account_id, timeline_id, token);
    return recording ? [{ index, slide: withTimelineNotes(slide), recording, token, key }] : [];
  });
  if (slidesWithRecordings.length === 0) return { stored: new Map(), lifted: [], warnings: [] };
  const id = createOpaqueToken(now);
  await tombstones.insert({
    id,
    account_id,
    remains: { kind: 'files', timeline_id, keys: slidesWithRecordings.map(({ key }) => key) },
    due_at: formatUtcTimestamp(addSeconds(now, ABANDONED_IMPORT_SECONDS)),
  });
  const storedRecordings = new Map<number, StoredDeckRecording>();
  const warnings: DeckWarning[] = [];
  let [seconds, bytes] = [0, 0];
  // One after the other: ten minutes of samples are 57 MB, and in parallel it would depend on timing which of them are too many.
  for (const { index, slide, recording, token, key } of slidesWithRecordings) {
    if (seconds >= MAX_RECORDING_SECONDS.deck) {
      warnings.push(
        recordingLostWarning(
          slide,
          `the recordings of a deck may have ${MAX_RECORDING_SECONDS.deck / 3600} hours in all`,
        ),
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
        ? asClause(pcm.message)
        : refusalReason(slide, secondsOf(pcm), MAX_RECORDING_SECONDS.deck - seconds);
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
    storedRecordings.set(index, {
      key,
      size_bytes: wav.length,
      // The token replaces the id of the slide, which has none yet: the file belongs to this slide alone.
      speech_hash: hashRecording({ id: timeline_id, sid: token }, pcm, sentences),
      ...sentenceTimesInRecording(pcm, sentences),
    });
  }
  return { stored: storedRecordings, lifted: [id], warnings };
}

/** A message as a clause: without its full stop, and with a small first letter. */
const asClause = (message: string): string =>
  message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
