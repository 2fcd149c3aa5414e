import { encodeWav } from '#engine/video/audio/wav.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { Principal } from '#features/accounts/public.ts';
import {
  loadTimeline,
  notesHash,
  type Slide,
  type SlidePathParameters,
  slideAtTimelinePosition,
  slidePositionInTimeline,
  slideVersionTags,
  type Timeline,
  type UploadedAudio,
} from '#features/timelines/public.ts';
import { AUDIO_FILE_KIND, type ReceiveFileDeps, type UploadOperation } from '#features/uploads/public.ts';
import { formatTimestamp } from '#kernel/shared/clock.ts';
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
import { type FindWordsInRecording, sentenceAndWordTimesInRecording, sentencesOfNotes } from './heard-recording.ts';
import { recordingHash } from './recording-hash.ts';

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
  slide: SlidePathParameters & { precondition?: Precondition },
  prepareAnswer: PrepareIdempotentAnswer<SlideWithAudio>,
): UploadOperation<object> => ({
  target: `/timelines/${slide.id}/slides/${slide.sid}/audio`,
  kind: AUDIO_FILE_KIND,
  form: recordingFormSchema,
  check: async () => {
    const loaded = await loadTimeline(deps.timelines, principal, slide.id);
    const present = slideAtTimelinePosition(loaded, slidePositionInTimeline(loaded, slide.sid));
    checkPrecondition(slide.precondition ?? {}, [audioVersionTag(present.audio), ...slideVersionTags(loaded, present)]);
  },
  place: (bytes) => setRecording(deps, principal, slide, bytes, prepareAnswer),
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
  const made: { pcm?: Buffer; size_bytes: number } = { size_bytes: 0 };
  /** The samples of the levelled recording. Their file is written once, although `decide` may run several times. */
  const samples = async (): Promise<Buffer> => {
    if (made.pcm) return made.pcm;
    const pcm = await deps.cleanRecording(bytes, principal.account_id);
    await writeTombstoneBeforeFile(deps, { account_id: principal.account_id, timeline_id: slidePath.id }, key);
    made.pcm = pcm;
    const wav = encodeWav(pcm, SOUND_SAMPLE_RATE);
    made.size_bytes = wav.length;
    await deps.blobs.putBytes(key, wav, 'audio/wav');
    return pcm;
  };
  const decide = async (timeline: Timeline, slide: Slide): Promise<UploadedAudio> => {
    const texts = sentencesOfNotes(slide.speaker_notes, timeline.language, timeline.speakers);
    const hash = recordingHash(slidePath, bytes, texts);
    const notes_hash = notesHash(slide.speaker_notes);
    const { audio: present } = slide;
    if (present?.source === 'uploaded' && present.speech_hash === hash && present.notes_hash === notes_hash)
      return present;
    const pcm = await samples();
    const { language, speakers } = timeline;
    const heard = await sentenceAndWordTimesInRecording(
      pcm,
      texts,
      { text: slide.speaker_notes, language, speakers },
      deps.findWords,
    );
    const now = deps.clock();
    const at = formatTimestamp(now);
    return {
      account_id: principal.account_id,
      timeline_id: slidePath.id,
      slide_id: slidePath.sid,
      job: createOpaqueToken(now),
      status: 'ready',
      source: 'uploaded',
      format: 'wav',
      notes_hash,
      speech_hash: hash,
      key,
      size_bytes: made.size_bytes,
      ...heard,
      attempt: 0,
      enqueued_at: at,
      created_at: at,
    };
  };
  return replaceSlideAudio(deps, principal, slidePath, decide, prepareAnswer);
}
