import type { Principal } from '../../accounts/account.ts';
import type { BeforeCommit } from '../../before-commit.ts';
import { timestamp } from '../../clock.ts';
import { newToken } from '../../ids.ts';
import { storageKeys } from '../../storage-keys.ts';
import type { Slide } from '../../timelines/slide.ts';
import type { Timeline } from '../../timelines/timeline.ts';
import type { UploadTools } from '../../uploads/announced-upload.ts';
import type { UploadBlobs } from '../../uploads/ports.ts';
import { SPEECH_SAMPLE_RATE } from '../engine.ts';
import type { SpeechStore } from '../ports.ts';
import { type ReplaceTools, replaceAudio, type SlideWithAudio } from '../replace-audio.ts';
import { prepareScript } from '../script/prepare-script.ts';
import { notesHash, type UploadedAudio } from '../slide-audio.ts';
import { encodeWav } from '../wav.ts';
import { alignSentences } from './align-sentences.ts';
import type { CleanRecording } from './ports.ts';
import { recordingAddress } from './recording-address.ts';

export interface RecordingTools extends ReplaceTools, UploadTools {
  speech: Pick<SpeechStore, 'keep'>;
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

/**
 * Makes bytes the narration of a slide, ready at once. What is stored and heard is our own file, never the bytes that were
 * sent. The same bytes for the same notes change nothing.
 */
export async function placeRecording(
  tools: RecordingTools,
  principal: Principal,
  place: { id: string; sid: string },
  bytes: Uint8Array,
  beforeCommit: BeforeCommit<SlideWithAudio>,
): Promise<SlideWithAudio> {
  let pcm: Buffer | undefined;
  const decide = async (timeline: Timeline, slide: Slide): Promise<UploadedAudio> => {
    const texts = sentencesOf(slide, timeline);
    const hash = recordingAddress(place, bytes, texts);
    const notes_hash = notesHash(slide.speaker_notes);
    const { audio: present } = slide;
    if (present?.source === 'uploaded' && present.speech_hash === hash && present.notes_hash === notes_hash)
      return present;
    pcm ??= await tools.cleanRecording(bytes);
    const key = storageKeys.speech(principal.account_id, hash);
    await tools.blobs.putBytes(key, encodeWav(pcm, SPEECH_SAMPLE_RATE), 'audio/wav');
    const duration_seconds = pcm.length / 2 / SPEECH_SAMPLE_RATE;
    const sentences = alignSentences(samplesOf(pcm), texts);
    const now = tools.clock();
    const at = timestamp(now);
    await tools.speech.keep(
      principal.account_id,
      { hash, key, duration_seconds, sentences },
      // Nothing was spoken by us.
      { characters: 0, at },
    );
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
      duration_seconds,
      sentences,
      attempt: 0,
      enqueued_at: at,
      created_at: at,
    };
  };
  return replaceAudio(tools, principal, place, decide, beforeCommit);
}
