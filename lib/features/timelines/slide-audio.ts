import { createHash } from 'node:crypto';
import type { Sentence } from '#engine/speech/engine.ts';
import { lexiconHash } from '#engine/speech/script/lexicon-hash.ts';
import type { Pronunciation } from '#engine/speech/script/pronunciation.ts';
import type { LeasedItem } from '#platform/leases/public.ts';

export const AUDIO_FORMATS = ['mp3', 'wav', 'ogg'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

/** `none`: nothing was asked for. */
export const AUDIO_STATUSES = ['none', 'queued', 'processing', 'ready', 'failed'] as const;

/**
 * Reasons why a request ended without audio, as clients see them. `no_speech`: the voice has no sound for the text. `voice_unavailable`:
 * the engine no longer has the voice. `too_long`: it would last longer than 30 minutes. `engine_failed`: the engine crashed or
 * gave no usable sound, three times, or had too much to do all the while. `timed_out`: it did not come to an end.
 * `narration_failed`: anything else about the text. `internal_error`: a fault of ours.
 */
export const AUDIO_FAILURES = [
  'no_speech',
  'voice_unavailable',
  'too_long',
  'engine_failed',
  'timed_out',
  'narration_failed',
  'internal_error',
] as const;

/** Identity of a request for the audio of a slide: a later request for the same slide has another `job`. */
export interface AudioRef {
  account_id: string;
  timeline_id: string;
  slide_id: string;
  job: string;
}

/** Fields that speech and recordings share. */
interface AnyAudio extends AudioRef, LeasedItem {
  status: Exclude<(typeof AUDIO_STATUSES)[number], 'none'>;
  format: AudioFormat;
  /** Hash of the slide's notes at the time the audio was requested or uploaded. */
  notes_hash: string;
  /** The content address of the speech. */
  speech_hash: string;
  /** Storage key of the file. */
  key?: string | undefined;
  duration_seconds?: number | undefined;
  /** Kept here too, so that reading the audio needs no look at the speech. */
  sentences?: Sentence[] | undefined;
  error?: { code: (typeof AUDIO_FAILURES)[number]; message: string } | undefined;
  created_at: string;
}

/** Narration by an engine. */
export interface GeneratedAudio extends AnyAudio {
  source: 'generated';
  engine: string;
  /** BCP 47. */
  language: string;
  voice: string;
  /** 0.5–2.0. */
  speed: number;
  /** Text to speak; dropped once it was spoken, because the sentences contain it. */
  text?: string | undefined;
  /** Text that was requested instead of the notes; absent: the notes. Kept because renders speak it too. */
  own_text?: string | undefined;
  /** Pronunciations of the author's words that occur in it; dropped with `text`. */
  lexicon?: readonly Pronunciation[] | undefined;
  /**
   * Characters of the month of `created_at` that are reserved for it. Dropped with the write that counts them or gives them
   * back; absent: nothing is reserved.
   */
  reserved_characters?: number | undefined;
  /** See lexiconHash: of the timeline's lexicon when it was asked for. */
  lexicon_hash?: string | undefined;
  /**
   * A render made it and no request chose its voice: the next render speaks again after the timeline's language or voice has
   * changed. Absent: a request chose language, voice and speed, and they stay.
   */
  follows_timeline?: true | undefined;
  /**
   * Set on audio that is stored with that of the other slides of its timeline, in one item: the `job` of the audio in the slide's own
   * item, which it stands instead of; null: there is none.
   */
  adopted_over?: string | null | undefined;
}

/** The client's own recording: ready from the first moment, and nothing can make it again. */
export interface UploadedAudio extends AnyAudio {
  source: 'uploaded';
  size_bytes: number;
}

/** The narration that was last asked for a slide, and how far it is; or the recording that was sent for it. */
export type SlideAudio = GeneratedAudio | UploadedAudio;

/** Speaker notes by their content. */
export const notesHash = (notes: string): string => createHash('sha256').update(notes.trim()).digest('hex');

/** Current text for the audio of a slide. */
export interface CurrentNotes {
  speaker_notes: string;
  /** The timeline's; absent: none. */
  lexicon?: readonly Pronunciation[] | undefined;
}

const hasOtherNotes = ({ notes_hash }: SlideAudio, { speaker_notes }: CurrentNotes): boolean =>
  notes_hash !== notesHash(speaker_notes);

/** Recordings ignore the lexicon; audio that is not ready has no sentences to compare. */
const hasOtherLexicon = (audio: SlideAudio, { lexicon }: CurrentNotes): boolean => {
  if (audio.source !== 'generated' || audio.status !== 'ready') return false;
  const sentences = (audio.sentences ?? []).map(({ text }) => text);
  return audio.lexicon_hash !== lexiconHash(sentences, lexicon);
};

/**
 * Reports whether the notes changed since the audio was requested or uploaded, or the lexicon now pronounces a word of ready audio
 * differently. Other lexicon entries and new program or engine versions make nothing stale.
 */
export const isStale = (audio: SlideAudio, now: CurrentNotes): boolean =>
  hasOtherNotes(audio, now) || hasOtherLexicon(audio, now);

/**
 * Reports whether a render uses this audio for its slide now: it is ready, the lexicon still fits, and the notes are unchanged or not
 * what it says. Audio with its own text is used also when `isStale` tells of changed notes.
 */
export const isUsedByRender = (audio: GeneratedAudio, now: CurrentNotes): boolean =>
  audio.status === 'ready' &&
  (audio.own_text !== undefined || !hasOtherNotes(audio, now)) &&
  !hasOtherLexicon(audio, now);
