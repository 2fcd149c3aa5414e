import { encodeWav } from '#engine/video/audio/wav.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { Principal } from '#features/accounts/public.ts';
import {
  loadTimeline,
  notesHash,
  requireSlideAtTimelinePosition,
  requireSlidePositionInTimeline,
  type Slide,
  type SlidePathParameters,
  slidePreconditionTags,
  type Timeline,
  type UploadedAudio,
} from '#features/timelines/public.ts';
import { AUDIO_FILE_RULES, type ReceiveFileDeps, type UploadOperation } from '#features/uploads/public.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type TombstoneStore, writeTombstoneBeforeFile } from '#platform/erasure/public.ts';
import { recordingFormSchema } from '../contract.ts';
import {
  audioVersionTag,
  type ReplaceAudioDeps,
  replaceSlideAudio,
  type SlideWithAudio,
} from '../replace-slide-audio.ts';
import { hashRecording } from './recording-hash.ts';
import {
  type FindWordsInRecording,
  sentenceAndWordTimesInRecording,
  sentencesOfNotes,
} from './sentence-times-in-recording.ts';

/** Dependencies of the upload of a recording. */
export interface RecordingUploadDeps extends ReplaceAudioDeps, ReceiveFileDeps {
  /**
   * Makes speech of a client's recording: decodes it within limits, trims silence and levels the loudness.
   * @returns samples: mono, 48 kHz, signed 16 bit, little endian
   * @throws ServiceError `audio_invalid`, `audio_too_long`; `unavailable` when the deadline of the request has passed.
   */
  cleanRecording(bytes: Uint8Array, accountId: string): Promise<Buffer>;
  /** Never throws. If no words are found, the times of the sentences are estimated. */
  findWords: FindWordsInRecording;
  tombstones: Pick<TombstoneStore, 'insert'>;
}

/** The operation that makes an uploaded recording the narration of a slide. */
export const recordingUploadOperation = (
  deps: RecordingUploadDeps,
  principal: Principal,
  slidePath: SlidePathParameters & { precondition?: Precondition },
  prepareAnswer: PrepareIdempotentAnswer<SlideWithAudio>,
): UploadOperation<object> => ({
  target: `/timelines/${slidePath.id}/slides/${slidePath.sid}/audio`,
  rules: AUDIO_FILE_RULES,
  form: recordingFormSchema,
  check: async () => {
    const loaded = await loadTimeline(deps.timelines, principal, slidePath.id);
    const presentSlide = requireSlideAtTimelinePosition(loaded, requireSlidePositionInTimeline(loaded, slidePath.sid));
    checkPrecondition(slidePath.precondition ?? {}, [
      audioVersionTag(presentSlide.audio),
      ...slidePreconditionTags(loaded, presentSlide),
    ]);
  },
  place: (bytes) => setRecording(deps, principal, slidePath, bytes, prepareAnswer),
});

/**
 * Makes a client's recording the narration of a slide, with the status `ready`. The stored file is the levelled one, never the client's
 * bytes. Nothing changes if the slide already has a recording of the same bytes for the same notes. A tombstone is written before the file.
 * The write of the slide's audio removes the tombstone; if that write fails, the sweeper removes the file.
 * @throws ServiceError `audio_invalid`, `audio_too_long`, `unavailable`, `timeline_not_found`, `slide_not_found`,
 * `version_conflict`.
 */
export async function setRecording(
  deps: RecordingUploadDeps,
  principal: Principal,
  slidePath: SlidePathParameters & { precondition?: Precondition },
  bytes: Uint8Array,
  prepareAnswer: PrepareIdempotentAnswer<SlideWithAudio>,
): Promise<SlideWithAudio> {
  // The key is new, so no other request can name the file.
  const key = storageKeys.recording(principal.account_id, slidePath.id, createOpaqueToken(deps.clock()));
  const recording: { pcm?: Buffer; size_bytes: number } = { size_bytes: 0 };
  /** The samples of the levelled recording. Their file is written once, although `decide` may run several times. */
  const levelledSamples = async (): Promise<Buffer> => {
    if (recording.pcm) return recording.pcm;
    const pcm = await deps.cleanRecording(bytes, principal.account_id);
    await writeTombstoneBeforeFile(deps, { account_id: principal.account_id, timeline_id: slidePath.id }, key);
    recording.pcm = pcm;
    const wav = encodeWav(pcm, SOUND_SAMPLE_RATE);
    recording.size_bytes = wav.length;
    await deps.blobs.putBytes(key, wav, 'audio/wav');
    return pcm;
  };
  const decide = async (timeline: Timeline, slide: Slide): Promise<UploadedAudio> => {
    const sentences = sentencesOfNotes(slide.speaker_notes, timeline.language, timeline.speakers);
    const hash = hashRecording(slidePath, bytes, sentences);
    const notes_hash = notesHash(slide.speaker_notes);
    const { audio: presentAudio } = slide;
    if (
      presentAudio?.source === 'uploaded' &&
      presentAudio.speech_hash === hash &&
      presentAudio.notes_hash === notes_hash
    )
      return presentAudio;
    const pcm = await levelledSamples();
    const { language, speakers } = timeline;
    const timedSentences = await sentenceAndWordTimesInRecording(
      pcm,
      sentences,
      { text: slide.speaker_notes, language, speakers },
      deps.findWords,
    );
    const currentTime = deps.clock();
    const timestamp = formatUtcTimestamp(currentTime);
    return {
      account_id: principal.account_id,
      timeline_id: slidePath.id,
      slide_id: slidePath.sid,
      job: createOpaqueToken(currentTime),
      status: 'ready',
      source: 'uploaded',
      format: 'wav',
      notes_hash,
      speech_hash: hash,
      key,
      size_bytes: recording.size_bytes,
      ...timedSentences,
      attempt: 0,
      enqueued_at: timestamp,
      created_at: timestamp,
    };
  };
  return replaceSlideAudio(deps, principal, slidePath, decide, prepareAnswer);
}
