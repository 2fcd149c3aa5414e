import type { Principal } from '../../accounts/public.ts';
import type { BeforeCommit } from '../../shared/before-commit.ts';
import { timestamp } from '../../shared/clock.ts';
import { ServiceError } from '../../shared/errors.ts';
import { newToken } from '../../shared/ids.ts';
import { storageKeys } from '../../shared/storage-keys.ts';
import { prepareScript } from '../../speech/script/prepare-script.ts';
import { notesHash, type Slide, type Timeline, type UploadedAudio } from '../../timelines/public.ts';
import type { UploadBlobs, UploadDeps } from '../../uploads/public.ts';
import { encodeWav } from '../../video/audio/wav.ts';
import { SAMPLE_RATE } from '../../video/settings.ts';
import { type ReplaceDeps, replaceAudio, type SlideWithAudio } from '../replace-audio.ts';
import { alignSentences } from './align-sentences.ts';
import type { CleanRecording } from './ports.ts';
import { recordingAddress } from './recording-address.ts';

export interface RecordingDeps extends ReplaceDeps, UploadDeps {
  blobs: UploadBlobs & { putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
  cleanRecording: CleanRecording;
}

const samplesOf = (pcm: Buffer): Int16Array =>
  pcm.byteOffset % 2 === 0
    ? new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2)
    : new Int16Array(Uint8Array.from(pcm).buffer);

/** The sentences of a slide's notes as captions show them; none when there are no words. */
const sentencesOf = ({ speaker_notes: text }: Slide, { language }: Timeline): string[] =>
  prepareScript({ text, language }).map((sentence) => sentence.text);

interface Place {
  id: string;
  sid: string;
}

/** Takes a file away unless its slide names it: a write whose answer was lost may have been committed. */
async function discard(
  { audio, blobs }: RecordingDeps,
  { account_id }: Principal,
  { id, sid }: Place,
  key: string,
  error: unknown,
): Promise<void> {
  const isRefused = error instanceof ServiceError;
  const named = isRefused ? undefined : await audio.find({ account_id, timeline_id: id, slide_id: sid });
  if (named?.key !== key) await blobs.remove(key);
}

/**
 * Makes bytes the narration of a slide, ready at once. What is stored and heard is our own file, never the bytes that were
 * sent. The same bytes for the same notes change nothing. Nothing but the slide's audio names the file; where that does not
 * come to be, the file goes again. Killed between the two writes, it leaves a file that nothing names.
 */
export async function placeRecording(
  deps: RecordingDeps,
  principal: Principal,
  place: Place,
  bytes: Uint8Array,
  beforeCommit: BeforeCommit<SlideWithAudio>,
): Promise<SlideWithAudio> {
  // Of this request alone: nobody else can come to name it, so it can always be taken away again.
  const key = storageKeys.recording(principal.account_id, place.id, newToken(deps.clock()));
  const made: { pcm?: Buffer } = {};
  /** Written once, however often it is decided anew. */
  const samples = async (): Promise<Buffer> => {
    if (made.pcm) return made.pcm;
    const pcm = await deps.cleanRecording(bytes);
    made.pcm = pcm;
    await deps.blobs.putBytes(key, encodeWav(pcm, SAMPLE_RATE), 'audio/wav');
    return pcm;
  };
  const decide = async (timeline: Timeline, slide: Slide): Promise<UploadedAudio> => {
    const texts = sentencesOf(slide, timeline);
    const hash = recordingAddress(place, bytes, texts);
    const notes_hash = notesHash(slide.speaker_notes);
    const { audio: present } = slide;
    if (present?.source === 'uploaded' && present.speech_hash === hash && present.notes_hash === notes_hash)
      return present;
    const pcm = await samples();
    const now = deps.clock();
    const at = timestamp(now);
    return {
      account_id: principal.account_id,
      timeline_id: place.id,
      slide_id: place.sid,
      job: newToken(now),
      status: 'ready',
      source: 'uploaded',
      format: 'wav',
      notes_hash,
      speech_hash: hash,
      key,
      duration_seconds: pcm.length / 2 / SAMPLE_RATE,
      sentences: alignSentences(samplesOf(pcm), texts),
      attempt: 0,
      enqueued_at: at,
      created_at: at,
    };
  };
  try {
    const placed = await replaceAudio(deps, principal, place, decide, beforeCommit);
    // Another request with the same bytes was first: its file is the one.
    if (made.pcm && placed.audio.key !== key) await deps.blobs.remove(key);
    return placed;
  } catch (error) {
    // Whoever sent it is told what went wrong, not that the file stayed as well.
    if (made.pcm) await discard(deps, principal, place, key, error).catch(() => undefined);
    throw error;
  }
}
