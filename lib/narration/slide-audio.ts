import { createHash } from 'node:crypto';
import type { Sentence } from './engine.ts';
import type { Pronunciation } from './script/pronunciation.ts';

export const AUDIO_FORMATS = ['mp3', 'wav', 'ogg'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

/** `none`: nothing was asked for. */
export const AUDIO_STATUSES = ['none', 'queued', 'processing', 'ready', 'failed'] as const;

/**
 * Why no audio came of a request, as clients see it. `no_speech`: the voice has no sound for the text. `voice_unavailable`:
 * the engine no longer has the voice. `engine_failed`: it crashed or gave no usable sound, three times. `timed_out`: it did
 * not come to an end. `narration_failed`: anything else about the text. `internal_error`: a fault of ours.
 */
export const AUDIO_FAILURES = [
  'no_speech',
  'voice_unavailable',
  'engine_failed',
  'timed_out',
  'narration_failed',
  'internal_error',
] as const;

/** Which request for the audio of a slide is meant: a later request for the same slide has another `job`. */
export interface AudioRef {
  account_id: string;
  timeline_id: string;
  slide_id: string;
  job: string;
}

/** What every narration of a slide has, whoever speaks. */
interface AnyAudio extends AudioRef {
  status: Exclude<(typeof AUDIO_STATUSES)[number], 'none'>;
  format: AudioFormat;
  /** Hash of the notes that the slide had when the audio was asked for, or sent. */
  notes_hash: string;
  /** The content address of the speech. */
  speech_hash: string;
  /** Storage key of the file. */
  key?: string | undefined;
  duration_seconds?: number | undefined;
  /** Kept here too, so that reading the audio needs no look at the speech. */
  sentences?: Sentence[] | undefined;
  error?: { code: (typeof AUDIO_FAILURES)[number]; message: string } | undefined;
  /** How often a worker took it; who took it last alone may say what came of it. */
  attempt: number;
  /** How many of these attempts ended in an error; the other workers vanished. Absent: none. */
  failures?: number | undefined;
  lease_until?: string | undefined;
  /** When a message for it was last sent. */
  enqueued_at: string;
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
  /** What is to be said; dropped once it was said, for the sentences have it. */
  text?: string | undefined;
  /** What was asked for in place of the notes; absent: the notes. Kept, for renders say it too. */
  own_text?: string | undefined;
  /** How words of the author's own are said; dropped with `text`. */
  lexicon?: readonly Pronunciation[] | undefined;
}

/** The client's own recording: ready from the first moment, and nothing can make it anew. */
export interface UploadedAudio extends AnyAudio {
  source: 'uploaded';
}

/** The narration that was last asked for a slide, and how far it is; or the recording that was sent for it. */
export type SlideAudio = GeneratedAudio | UploadedAudio;

/** It may fail so often. The narration queue's maxReceiveCount in serverless.yml says the same. */
export const AUDIO_ATTEMPTS = 3;
/**
 * Workers may take it so often. More than it may fail: one that was killed says nothing about the text. But a text that
 * takes every worker down with it has to end.
 */
export const AUDIO_CLAIMS = 8;
/** A lease holds so long, in seconds; a worker renews it every AUDIO_HEARTBEAT_SECONDS and gives up when it cannot. */
export const AUDIO_LEASE_SECONDS = 15;
export const AUDIO_HEARTBEAT_SECONDS = 3;
/** A worker has so long in all, in seconds, well within the timeout of its function in serverless.yml. */
export const AUDIO_WORK_SECONDS = 240;

/** Speaker notes by their content. */
export const notesHash = (notes: string): string => createHash('sha256').update(notes.trim()).digest('hex');

/** Whether the notes of the slide have changed since the audio was asked for. */
export const isStale = (audio: Pick<SlideAudio, 'notes_hash'>, notes: string): boolean =>
  audio.notes_hash !== notesHash(notes);
