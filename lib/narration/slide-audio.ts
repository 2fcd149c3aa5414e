import { createHash } from 'node:crypto';
import type { Sentence } from './engine.ts';

export const AUDIO_FORMATS = ['mp3', 'wav', 'ogg'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

/** `none`: nothing was asked for. */
export const AUDIO_STATUSES = ['none', 'queued', 'processing', 'ready', 'failed'] as const;

/** Why no audio came of a request, as clients see it. */
export const AUDIO_FAILURES = ['narration_failed', 'internal_error'] as const;

/** Which request for the audio of a slide is meant: a later request for the same slide has another `job`. */
export interface AudioRef {
  account_id: string;
  timeline_id: string;
  slide_id: string;
  job: string;
}

/** The narration that was last asked for a slide, and how far it is. */
export interface SlideAudio extends AudioRef {
  status: Exclude<(typeof AUDIO_STATUSES)[number], 'none'>;
  source: 'generated';
  engine: string;
  /** BCP 47. */
  language: string;
  voice: string;
  /** 0.5–2.0. */
  speed: number;
  format: AudioFormat;
  /** What is to be said; dropped once it was said, for the sentences have it. */
  text?: string | undefined;
  /** Hash of the notes that the slide had when the audio was asked for. */
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
  lease_until?: string | undefined;
  /** When a message for it was last sent. */
  enqueued_at: string;
  created_at: string;
}

/** It is tried so often. The narration queue's maxReceiveCount in serverless.yml says the same. */
export const AUDIO_ATTEMPTS = 3;
/** A worker has so long, in seconds; the longest notes take a few. */
export const AUDIO_LEASE_SECONDS = 60;

/** Speaker notes by their content. */
export const notesHash = (notes: string): string => createHash('sha256').update(notes.trim()).digest('hex');

/** Whether the notes of the slide have changed since the audio was asked for. */
export const isStale = (audio: Pick<SlideAudio, 'notes_hash'>, notes: string): boolean =>
  audio.notes_hash !== notesHash(notes);
