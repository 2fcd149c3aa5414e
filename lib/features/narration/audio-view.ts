import type { z } from 'zod';
import { type CurrentNotes, isStale, type SlideAudio } from '#features/timelines/public.ts';
import { quotedTag } from '#kernel/shared/precondition.ts';
import type { audioAnswer } from './contract.ts';
import { audioTag } from './replace-audio.ts';

/** The narration of a slide in answers. */
export type AudioAnswer = z.output<typeof audioAnswer>;

/** A slide of a timeline, and its narration if it has any. */
export interface NarratedSlide {
  slide: { id: string; speaker_notes: string };
  audio: SlideAudio | undefined;
  /** The lexicon of the timeline; undefined: none. */
  lexicon: CurrentNotes['lexicon'];
}

/** The narration of a slide in answers, with a newly presigned address of its file. Members about the voice are null for a recording. */
export async function audioView(
  { slide, audio, lexicon }: NarratedSlide,
  presignGet: (key: string) => Promise<string>,
): Promise<AudioAnswer> {
  const generated = audio?.source === 'generated' ? audio : undefined;
  return {
    slide_id: slide.id,
    status: audio?.status ?? 'none',
    stale: audio !== undefined && isStale(audio, { speaker_notes: slide.speaker_notes, lexicon }),
    url: audio?.key === undefined ? null : await presignGet(audio.key),
    duration_seconds: audio?.duration_seconds ?? null,
    format: audio?.format ?? null,
    voice: generated?.voice ?? null,
    language: generated?.language ?? null,
    speed: generated?.speed ?? null,
    engine: generated?.engine ?? null,
    source: audio?.source ?? null,
    sentences: [...(audio?.sentences ?? [])],
    error: audio?.error ?? null,
    created_at: audio?.created_at ?? null,
    etag: quotedTag(audioTag(audio)),
  };
}
