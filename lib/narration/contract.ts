import { z } from 'zod';
import { contract } from '../http/contract.ts';
import { decimal } from '../http/number.ts';
import { listOf, pageQuery } from '../http/pagination.ts';
import { languageTag, text } from '../http/text.ts';
import { slideId, timelineId } from '../timelines/contract.ts';
import { AUDIO_FAILURES, AUDIO_FORMATS, AUDIO_STATUSES } from './slide-audio.ts';

export const voiceAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    language: z.string(),
    gender: z.enum(['female', 'male']).nullable(),
    engine: z.string(),
    variants: z.array(z.string()),
  })
  .meta({ id: 'Voice' });

export const listVoices = contract({
  operation: 'listVoices',
  tag: 'audio',
  summary: 'The voices that can narrate; with `language` those that speak it in any of its regions',
  method: 'GET',
  path: '/voices',
  query: z.strictObject({ ...pageQuery, language: languageTag.optional() }),
  answer: listOf(voiceAnswer),
  errors: ['invalid_cursor'],
});

export const audioAnswer = z
  .object({
    slide_id: z.string(),
    status: z.enum(AUDIO_STATUSES),
    stale: z.boolean().describe('The speaker notes have changed since the audio was asked for.'),
    url: z.url().nullable(),
    duration_seconds: z.number().nullable(),
    format: z.enum(AUDIO_FORMATS).nullable(),
    voice: z.string().nullable(),
    language: z.string().nullable(),
    speed: z.number().nullable(),
    engine: z.string().nullable(),
    source: z.enum(['generated', 'uploaded']).nullable(),
    sentences: z.array(z.object({ text: z.string(), start_seconds: z.number(), end_seconds: z.number() })),
    error: z.object({ code: z.enum(AUDIO_FAILURES), message: z.string() }).nullable(),
    created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SlideAudio' });

const inSlide = z.strictObject({ id: timelineId, sid: slideId });

const wanted = z.strictObject({
  voice: text(1, 100).optional().describe("Of `GET /voices`; absent: the timeline's, else one for the language."),
  language: languageTag.optional().describe("BCP 47; absent: the timeline's."),
  speed: decimal(0.5, 2).default(1),
  text: text(1, 5000).optional().describe('What is said in place of the speaker notes.'),
  format: z.enum(AUDIO_FORMATS).default('mp3'),
});

/** A recording of the client's own, in the ways of images. */
const recording = z.union([
  z.strictObject({ content_type: z.string().max(100), size_bytes: z.int().min(1), sha256: z.string().optional() }),
  z.strictObject({ upload_id: z.string().max(64) }),
  z.strictObject({ url: z.string().min(1).max(2048) }),
]);

export const generateSlideAudio = contract({
  operation: 'generateSlideAudio',
  tag: 'audio',
  summary: 'Have the speaker notes of a slide narrated; recordings of your own cannot be taken yet',
  method: 'POST',
  path: '/timelines/{id}/slides/{sid}/audio',
  params: inSlide,
  body: z.union([wanted, recording]),
  body_optional: true,
  upload: { field: 'audio', types: ['audio/*'], max_bytes: 4 * 2 ** 20, too_large: 'body_too_large' },
  examples: {
    notes: {},
    other_text: { text: 'Said in place of the speaker notes.', speed: 1.1 },
  },
  answer: audioAnswer,
  errors: ['timeline_not_found', 'slide_not_found', 'no_speaker_notes', 'unsupported_option'],
});

export const getSlideAudio = contract({
  operation: 'getSlideAudio',
  tag: 'audio',
  summary: 'The narration of a slide: poll it until its status is ready or failed',
  method: 'GET',
  path: '/timelines/{id}/slides/{sid}/audio',
  params: inSlide,
  answer: audioAnswer,
  errors: ['timeline_not_found', 'slide_not_found'],
});

export type AudioWanted = z.output<typeof wanted>;
