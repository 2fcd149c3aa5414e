import { createHash } from 'node:crypto';
import type { SpokenSentence } from '#engine/speech/engine.ts';
import { splitIntoDialogueParts } from '#engine/speech/script/dialogue.ts';
import { hashLexiconEffect } from '#engine/speech/script/hash-lexicon-effect.ts';
import { narrationTextOf, type SlideNarrationFields } from '#engine/speech/script/narration-text.ts';
import type { Pronunciation } from '#engine/speech/script/pronunciation.ts';
import type { Speakers } from '#engine/speech/script/speakers.ts';
import type { LeasedItem } from '#platform/leases/public.ts';
import type { StoredTimelineSettings } from './settings/settings.ts';

/** File formats of the audio of slides. */
export const AUDIO_FORMATS = ['mp3', 'wav', 'ogg'] as const;
/** File format of the audio of a slide. */
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

/** States of the audio of a slide. `none`: no audio was requested. */
export const AUDIO_STATUSES = ['none', 'queued', 'processing', 'ready', 'failed'] as const;

/**
 * Reasons why a request ended without audio, as answers name them. `no_speech`: the voice has no sound for the text.
 * `voice_unavailable`: the engine no longer has the voice. `too_long`: the audio would last longer than 30 minutes. `engine_failed`:
 * three times, the engine crashed or gave no usable sound, or it was overloaded until the request expired. `timed_out`: the request
 * did not end in time. `narration_failed`: another fault of the text. `internal_error`: a fault of the service.
 */
export const AUDIO_FAILURE_CODES = [
  'no_speech',
  'voice_unavailable',
  'too_long',
  'engine_failed',
  'timed_out',
  'narration_failed',
  'internal_error',
] as const;

/** Identity of a request for the audio of a slide: a later request for the same slide has another `job`. */
export interface SlideAudioRequestRef {
  account_id: string;
  timeline_id: string;
  slide_id: string;
  job: string;
}

/** Fields that generated speech and uploaded recordings share. */
interface AnyAudio extends SlideAudioRequestRef, LeasedItem {
  status: Exclude<(typeof AUDIO_STATUSES)[number], 'none'>;
  format: AudioFormat;
  /** Hash of the slide's notes, or for generated audio of the text that is spoken for them, at the time of the request or upload. */
  notes_hash: string;
  /** The content address of the speech. */
  speech_hash: string;
  /** Storage key of the file. */
  key?: string | undefined;
  duration_seconds?: number | undefined;
  /** The spoken sentences with their times: a copy of those of the speech, so that the speech need not be read. */
  sentences?: SpokenSentence[] | undefined;
  error?: { code: (typeof AUDIO_FAILURE_CODES)[number]; message: string } | undefined;
  created_at: string;
}

/** Narration that a speech engine generates. */
export interface GeneratedAudio extends AnyAudio {
  source: 'generated';
  engine: string;
  /** BCP 47. */
  language: string;
  voice: string;
  /** 0.5–2.0. */
  speed: number;
  /** Text to speak. Removed once it is spoken: the sentences contain it. */
  text?: string | undefined;
  /** Text that was requested instead of the notes; absent: the notes. It is kept because renders speak it too. */
  own_text?: string | undefined;
  /** Entries of the timeline's lexicon that occur in the text; removed with `text`. */
  lexicon?: readonly Pronunciation[] | undefined;
  /**
   * Characters that are reserved for it in the usage of the month of `created_at`. The write that counts or releases them removes the
   * field; absent: nothing is reserved.
   */
  reserved_characters?: number | undefined;
  /** Hash (`hashLexiconEffect`) of the timeline's lexicon at the time of the request. */
  lexicon_hash?: string | undefined;
  /** The speakers whom the text names; removed with `text`. */
  speakers?: Speakers | undefined;
  /** Hash (`hashVoicesOfSpeakersInText`) of what these speakers were at the time of the request. */
  speakers_hash?: string | undefined;
  /**
   * A render requested it, with the timeline's language and voice: after a change of these, the next render generates it again.
   * Absent: a client's request chose language, voice and speed, and they stay.
   */
  follows_timeline?: true | undefined;
  /**
   * Set on audio that is stored in one item with the audio of the other slides of its timeline. It replaces the audio in the slide's
   * own item, whose `job` this is; null: the slide has no such item.
   */
  adopted_over?: string | null | undefined;
}

/** A recording that the client uploaded. It is always ready, and cannot be generated again. */
export interface UploadedAudio extends AnyAudio {
  source: 'uploaded';
  size_bytes: number;
}

/** The last requested narration of a slide, with its state, or the recording that was uploaded for it. */
export type SlideAudio = GeneratedAudio | UploadedAudio;

/** Hash of the content of speaker notes, or of the text that is spoken for them. */
export const notesHash = (notes: string): string => createHash('sha256').update(notes.trim()).digest('hex');

/** The settings of a timeline on which the speech of its slides depends. */
export type SpeechSettings = Partial<
  Pick<StoredTimelineSettings, 'narration_source' | 'lexicon' | 'voice' | 'speed' | 'speakers'>
>;

/** The present notes and lexicon, with which audio is compared. */
export interface CurrentNotesAndLexicon {
  /** The notes of the slide: recordings are compared with them. */
  speaker_notes: string;
  /** The text that is spoken unless another one was requested (`narrationTextOf`): generated audio is compared with it. */
  said: string;
  /** The timeline's; absent: none. */
  lexicon?: readonly Pronunciation[] | undefined;
  /** The timeline's, as far as the text may name them; absent: none. */
  speakers?: Speakers | undefined;
}

/** The notes of a slide and its spoken text, with the lexicon and the speakers of its timeline. */
export const currentNotesAndLexicon = (
  slide: SlideNarrationFields,
  settings: SpeechSettings,
): CurrentNotesAndLexicon => ({
  speaker_notes: slide.speaker_notes,
  said: narrationTextOf(slide, settings.narration_source),
  lexicon: settings.lexicon,
  speakers: speakersOf(settings),
});

/** The speakers whom texts of a timeline may name. Titles and points are not dialogue. */
export const speakersOf = ({ narration_source, speakers }: SpeechSettings): Speakers | undefined =>
  narration_source === 'slide' ? undefined : speakers;

/** Hash of the voices and speeds of the speakers whom a text names; undefined: it names none. */
export function hashVoicesOfSpeakersInText(text: string, speakers: Speakers | undefined): string | undefined {
  if (speakers === undefined) return undefined;
  const voiceOfParts = splitIntoDialogueParts({ text, speakers }).map(({ speaker, voice, speed }) => [
    speaker,
    voice,
    speed,
  ]);
  if (voiceOfParts.every(([speaker]) => speaker === undefined)) return undefined;
  return createHash('sha256').update(JSON.stringify(voiceOfParts)).digest('hex');
}

/** Reports whether the speakers of ready generated audio have changed; false for recordings, and for audio that is not ready. */
const hasOtherSpeakers = (audio: SlideAudio, { said, speakers }: CurrentNotesAndLexicon): boolean =>
  audio.source === 'generated' &&
  audio.status === 'ready' &&
  audio.speakers_hash !== hashVoicesOfSpeakersInText(audio.own_text ?? said, speakers);

const hasOtherNotes = ({ source, notes_hash }: SlideAudio, { speaker_notes, said }: CurrentNotesAndLexicon): boolean =>
  notes_hash !== notesHash(source === 'uploaded' ? speaker_notes : said);

/**
 * Reports whether the lexicon of ready generated audio has changed; false for recordings, which ignore the lexicon, and for audio that is not
 * ready, which has no sentences to compare.
 */
const hasOtherLexicon = (audio: SlideAudio, { lexicon }: CurrentNotesAndLexicon): boolean => {
  if (audio.source !== 'generated' || audio.status !== 'ready') return false;
  const sentences = (audio.sentences ?? []).map(({ text }) => text);
  return audio.lexicon_hash !== hashLexiconEffect(sentences, lexicon);
};

/**
 * Reports whether the notes have changed since the audio was requested or uploaded; or, for ready audio, whether the lexicon now pronounces a
 * word differently, or a speaker has another voice or speed. Lexicon entries of words that do not occur, and new versions of programs or
 * engines, make no audio stale.
 */
export const isAudioStale = (audio: SlideAudio, now: CurrentNotesAndLexicon): boolean =>
  hasOtherNotes(audio, now) || hasOtherLexicon(audio, now) || hasOtherSpeakers(audio, now);

/**
 * Reports whether a render uses this audio for its slide at present. The audio must be ready, and neither the lexicon nor the speakers may
 * have changed for its words. The text that is spoken for the slide must be unchanged, too, unless the audio was made of a separate text
 * (`own_text`): such audio is used although `isAudioStale` is true after a change of the notes.
 */
export const isAudioUsedByRender = (audio: GeneratedAudio, now: CurrentNotesAndLexicon): boolean =>
  audio.status === 'ready' &&
  (audio.own_text !== undefined || !hasOtherNotes(audio, now)) &&
  !hasOtherLexicon(audio, now) &&
  !hasOtherSpeakers(audio, now);
