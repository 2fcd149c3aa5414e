import type { z } from 'zod';
import type { SpeechAddressEngineIdentity } from '#engine/speech/engine.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { toSpokenText } from '#engine/speech/script/to-spoken-text.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import {
  type CurrentNotesAndLexicon,
  currentNotesAndLexicon,
  type GeneratedAudio,
  isAudioStale,
  notesHash,
  type SlideAudio,
  type SlideNarrationFields,
  type SpeechSettings,
} from '#features/timelines/public.ts';
import { quotedEntityTag } from '#kernel/shared/precondition.ts';
import type { slideAudioAnswerSchema } from './contract.ts';
import { audioVersionTag } from './replace-slide-audio.ts';

/** The narration of a slide in answers. */
export type SlideAudioAnswer = z.output<typeof slideAudioAnswerSchema>;

/** A slide of a timeline, and its narration if it has any. */
export interface NarratedSlide {
  slide: SlideNarrationFields & { id: string };
  audio: SlideAudio | undefined;
  timeline: SpeechSettings;
}

/**
 * Returns the words that the voice was given, or will be given. They are not stored but derived from the text of the audio. Null if the
 * content address of the speech no longer follows from that text: the notes have changed, or another version or engine made the speech.
 */
function spokenTextOf(
  engine: SpeechAddressEngineIdentity,
  audio: GeneratedAudio,
  current: CurrentNotesAndLexicon,
): string | null {
  const { language, voice, speed, speech_hash } = audio;
  const notes = audio.notes_hash === notesHash(current.said) ? current.said.trim() : undefined;
  const text = audio.text ?? audio.own_text ?? notes;
  if (text === undefined) return null;
  const speakers = audio.speakers ?? current.speakers;
  const request = {
    text,
    language,
    voice,
    speed,
    lexicon: audio.lexicon ?? current.lexicon,
    ...(speakers === undefined ? {} : { speakers }),
  };
  return hashSpeechRequest(engine, request).hash === speech_hash ? toSpokenText(request) : null;
}

/**
 * The narration of a slide in answers, with a newly presigned address of its file. Members about the voice are null for a recording.
 * @param engine the engine of this installation; undefined: the spoken words are not shown
 */
export async function toSlideAudioAnswer(
  { slide, audio, timeline }: NarratedSlide,
  presignGet: (key: string) => Promise<string>,
  engine: SpeechAddressEngineIdentity | undefined,
): Promise<SlideAudioAnswer> {
  const generated = audio?.source === 'generated' ? audio : undefined;
  const current = currentNotesAndLexicon(slide, timeline);
  return {
    slide_id: slide.id,
    status: audio?.status ?? 'none',
    stale: audio !== undefined && isAudioStale(audio, current),
    url: audio?.key === undefined ? null : await presignGet(audio.key),
    duration_seconds: audio?.duration_seconds ?? null,
    format: audio?.format ?? null,
    voice: generated?.voice ?? null,
    language: generated?.language ?? null,
    speed: generated?.speed ?? null,
    engine: generated?.engine ?? null,
    source: audio?.source ?? null,
    spoken: generated === undefined || engine === undefined ? null : spokenTextOf(engine, generated, current),
    sentences: (audio?.sentences ?? []).map(({ word_ms: _, ...sentence }) => sentence),
    words: (audio?.sentences ?? []).flatMap((sentence) =>
      timedWordsOfSentence(sentence).map(({ text, start_seconds, end_seconds }) => ({
        text,
        start: start_seconds,
        end: end_seconds,
        ...(sentence.speaker === undefined ? {} : { speaker: sentence.speaker }),
      })),
    ),
    error: audio?.error ?? null,
    created_at: audio?.created_at ?? null,
    etag: quotedEntityTag(audioVersionTag(audio)),
  };
}
