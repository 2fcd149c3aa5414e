import { z } from 'zod';
import { VOICE_QUALITIES } from '#engine/speech/engine-facts.ts';
import { lexiconFieldSchema } from '#engine/speech/script/lexicon-field.ts';
import { notesFieldSchema } from '#engine/speech/script/notes-field.ts';
import { slideIdSchema, timelineIdSchema } from '#features/timelines/contract.ts';
import { AUDIO_FAILURE_CODES, AUDIO_FORMATS, AUDIO_STATUSES } from '#features/timelines/public.ts';
import { announceUploadAnswerSchema, fileBodySchema, fileInRequestRules } from '#features/uploads/contract.ts';
import { AUDIO_FILE_RULES } from '#features/uploads/public.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { entityTagTextSchema, unquoteEntityTag } from '#kernel/contract/entity-tag-text.ts';
import { languageTagSchema } from '#kernel/contract/language-tag.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { textSchema } from '#kernel/contract/text.ts';

/** A voice in answers. */
export const voiceAnswerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    language: z.string(),
    other_languages: z.array(z.string()).describe('Other languages that the voice speaks natively, BCP 47.'),
    gender: z.enum(['female', 'male']).nullable(),
    engine: z.string(),
    quality: z
      .enum(VOICE_QUALITIES)
      .nullable()
      .describe('How natural the voice sounds: like a person, a good machine or a robot. Null: not known.'),
    variants: z.array(z.string()).describe('Timbres of the voice, as `id+variant`: m for male, f for female.'),
    sample: z
      .object({ text: z.string(), url: z.url() })
      .meta({ id: 'VoiceSample' })
      .nullable()
      .describe('A sample sentence as MP3; the URL is valid for one hour. Null: not made yet, ask again.'),
    sample_url: z.url().nullable().describe('The `url` of `sample`.'),
  })
  .meta({ id: 'Voice' });

export const listVoicesContract = defineContract({
  operation: 'listVoices',
  tag: 'audio',
  summary: 'The available voices with samples; `language` filters by language, in any region',
  method: 'GET',
  path: '/voices',
  query: z.strictObject({ ...pageQueryShape, language: languageTagSchema.optional() }),
  answer: listAnswerSchemaOf(voiceAnswerSchema),
  errors: ['invalid_cursor'],
});

/** The narration of a slide in answers. */
export const slideAudioAnswerSchema = z
  .object({
    slide_id: z.string(),
    status: z.enum(AUDIO_STATUSES),
    stale: z
      .boolean()
      .describe(
        'True if the speaker notes changed after the audio was requested or uploaded; for synthesized audio also if the lexicon now pronounces one of its words differently, or one of its speakers has another voice or speed.',
      ),
    url: z.url().nullable(),
    duration_seconds: z.number().nullable(),
    format: z.enum(AUDIO_FORMATS).nullable(),
    voice: z.string().nullable(),
    language: z.string().nullable(),
    speed: z.number().nullable(),
    engine: z.string().nullable(),
    source: z.enum(['generated', 'uploaded']).nullable(),
    spoken: z
      .string()
      .nullable()
      .describe(
        'The text given to the voice: figures, signs and abbreviations as they are spoken, with the lexicon applied. Null for recordings, and for speech of changed notes or of an earlier version.',
      ),
    sentences: z.array(
      z
        .object({
          text: z.string(),
          start_seconds: z.number(),
          end_seconds: z.number(),
          speaker: z.string().optional(),
        })
        .meta({ id: 'SpokenSentence' }),
    ),
    words: z
      .array(
        z
          .object({ text: z.string(), start: z.number(), end: z.number(), speaker: z.string().optional() })
          .meta({ id: 'SpokenWord' }),
      )
      .describe(
        'Words as captions show them. `start` and `end` are seconds from the start of the audio, as `start_seconds` and `end_seconds` of sentences are. Times come from the engine if it reports them; for recordings and for engines that are commands, from an alignment with the speech of another voice; otherwise they are estimated from word lengths.',
      ),
    error: z
      .object({ code: z.enum(AUDIO_FAILURE_CODES), message: z.string() })
      .meta({ id: 'AudioFailure' })
      .nullable(),
    created_at: z.iso.datetime().nullable(),
    etag: entityTagTextSchema,
  })
  .meta({ id: 'SlideAudio' });

const slidePathParamsSchema = z.strictObject({ id: timelineIdSchema, sid: slideIdSchema });

const narrationRequestSchema = z
  .strictObject({
    voice: textSchema(1, 100)
      .optional()
      .describe("One of `GET /voices`; absent: the slide's, else the timeline's, else one for the language."),
    language: languageTagSchema.optional().describe("BCP 47; absent: the timeline's."),
    speed: roundedDecimalSchema(0.5, 2).optional().describe("0.5–2; absent: the slide's, else the timeline's."),
    text: notesFieldSchema(1, 5000).optional().describe('Text to speak instead of the speaker notes.'),
    format: z.enum(AUDIO_FORMATS).default('mp3'),
  })
  .meta({ id: 'NarrationRequest' });

/** The form fields next to a recording: none. */
export const recordingFormSchema = z.strictObject({});

export const generateSlideAudioContract = defineContract({
  operation: 'generateSlideAudio',
  tag: 'audio',
  summary: 'Synthesize the narration of a slide, or upload a recording',
  description:
    'Without a file or URL, the speaker notes (or `text`) are synthesized. The status is `queued`, or `ready` if the same speech ' +
    'exists; if the same request is running, that synthesis continues. Send a recording as the body, in a form (field ' +
    '`audio`), by URL, or as an announced upload: MP3, WAV (PCM), FLAC, M4A (AAC-LC), Ogg Vorbis or Ogg Opus, mono or ' +
    'stereo, 8–96 kHz, up to 10 minutes and 50 MB. The service trims silence at both ends, normalizes to −16 LUFS (at most ' +
    '−1.5 dBTP) and stores mono WAV. The status is `ready`; the sentences of the notes are aligned to the recording.',
  method: 'POST',
  path: '/timelines/{id}/slides/{sid}/audio',
  params: slidePathParamsSchema,
  body: z.union([narrationRequestSchema, ...fileBodySchema('Recording', AUDIO_FILE_RULES, {}).options]),
  body_optional: true,
  upload: fileInRequestRules(AUDIO_FILE_RULES, recordingFormSchema),
  examples: {
    notes: {},
    other_text: { text: 'Spoken instead of the speaker notes.', speed: 1.1 },
    announce_recording: { content_type: 'audio/mp4', size_bytes: 1_482_330 },
    complete_recording: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' },
  },
  answer: z.union([announceUploadAnswerSchema, slideAudioAnswerSchema]),
  conditional: true,
  written: (answer) => ('etag' in answer ? unquoteEntityTag(answer.etag) : undefined),
  errors: [
    'timeline_not_found',
    'slide_not_found',
    'entitlement_required',
    'quota_exceeded',
    'no_speaker_notes',
    'upload_not_found',
    'upload_in_progress',
    'url_forbidden',
    'audio_too_large',
    'audio_invalid',
    'audio_too_long',
    'unsupported_media_type',
    'version_conflict',
    'unavailable',
  ],
});

export const getSlideAudioContract = defineContract({
  operation: 'getSlideAudio',
  tag: 'audio',
  summary: 'The narration of a slide: poll it until its status is ready or failed',
  method: 'GET',
  path: '/timelines/{id}/slides/{sid}/audio',
  params: slidePathParamsSchema,
  answer: slideAudioAnswerSchema,
  written: ({ etag }) => unquoteEntityTag(etag),
  errors: ['timeline_not_found', 'slide_not_found'],
});

/** The maximum number of characters of a preview with sound: about a minute of speech, which is made within the time of a request. */
export const MAX_PREVIEWED_CHARACTERS = 1000;

const speechPreviewRequestSchema = z
  .strictObject({
    text: notesFieldSchema(1, 5000),
    language: languageTagSchema.default('en'),
    voice: textSchema(1, 100).optional().describe('One of `GET /voices`; absent: one for the language.'),
    speed: roundedDecimalSchema(0.5, 2).default(1),
    lexicon: lexiconFieldSchema.default([]),
  })
  .meta({ id: 'SpeechPreviewRequest' });

/** The words that would be spoken of a text, in answers. */
export const speechPreviewAnswerSchema = z
  .object({
    spoken: z.string(),
    sentences: z.array(z.string()),
    characters: z.int(),
    seconds_estimate: z.number(),
    audio_url: z.url().optional(),
  })
  .meta({ id: 'SpeechPreview' });

export const previewSpeechContract = defineContract({
  operation: 'previewSpeech',
  tag: 'audio',
  summary: 'The words that a voice would be given for a text; with `audio`, also their sound',
  description:
    'Without `audio`, nothing is synthesized or counted. With `?audio=true` the text is spoken at once, up to ' +
    `${MAX_PREVIEWED_CHARACTERS} characters, which count as narration; the same text in the same voice is spoken and counted once.`,
  method: 'POST',
  path: '/speech/preview',
  query: z.strictObject({ audio: z.enum(['true', 'false']).optional() }),
  body: speechPreviewRequestSchema,
  examples: { price: { text: 'It costs $3.5M/yr, i.e. 10x.', language: 'en' } },
  answer: speechPreviewAnswerSchema,
  errors: ['quota_exceeded', 'unavailable'],
});

/** A text whose spoken words are asked for. */
export type SpeechPreviewBody = z.output<typeof speechPreviewRequestSchema>;

/** A request to synthesize the narration of a slide. */
export type GenerateAudioBody = z.output<typeof narrationRequestSchema>;
