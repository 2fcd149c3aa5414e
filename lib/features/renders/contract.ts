import { z } from 'zod';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { FRAME_RATES } from '#engine/video/settings.ts';
import {
  timelineIdSchema,
  timelineInputSchema,
  variablesQuerySchema,
  variableValuesSchema,
} from '#features/timelines/contract.ts';
import { entityTagOfStatus } from '#kernel/contract/entity-tag-text.ts';
import { metadataQueryShape } from '#kernel/contract/list-filters.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { creationTimeQueryShape, listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { metadataSchema, textSchema, urlTextSchema } from '#kernel/contract/text.ts';
import { captionStyleAnswerSchema, captionStyleInputSchema } from './captions/caption-style-contract.ts';
import { CHECK_WARNING_CODES } from './check/timeline-check.ts';
import { RENDER_EVENTS, type RenderEventName } from './events.ts';
import {
  CAPTION_MODES,
  DEFAULT_RENDER_OUTPUT,
  EXTRA_FILE_KINDS,
  NARRATION_MODES,
  RENDER_FAILURE_CODES,
  RENDER_STAGES,
  RENDER_STATUSES,
  VIDEO_QUALITIES,
} from './render.ts';
import { TRANSCRIPT_FORMATS, transcriptSchema } from './transcript/transcript.ts';

export { RENDER_EVENTS, RENDER_FAILURE_CODES, type RenderEventName };

const timestampSchema = z.iso.datetime();
const fpsSchema = z.literal(FRAME_RATES);

/** A render in answers and events. Fields without `.describe` are described in `lib/front/api/openapi/words/field-descriptions.ts`. */
export const renderAnswerSchema = z
  .object({
    id: z.string(),
    timeline_id: z.string(),
    timeline_version: z.int(),
    status: z.enum(RENDER_STATUSES),
    progress: z.int().min(0).max(100),
    stage: z.enum(RENDER_STAGES),
    output: z
      .object({
        resolution: z.enum(RESOLUTION_NAMES),
        codec: z.enum(VIDEO_CODEC_IDS),
        format: z.enum(ASPECT_RATIO_NAMES),
        fps: fpsSchema,
        quality: z.enum(VIDEO_QUALITIES),
        width: z.int(),
        height: z.int(),
        url: z.url().nullable(),
        url_expires_at: timestampSchema
          .nullable()
          .describe(
            'The URL is valid until this time at the latest; on AWS it ends earlier if the signing credentials expire. Read the render again for a new URL.',
          ),
        download_url: z.url().nullable(),
        size_bytes: z.int().nullable(),
        duration_seconds: z.number().nullable(),
        poster_url: z.url().nullable(),
        chapters_url: z.url().nullable(),
        caption_style: captionStyleAnswerSchema.nullable().describe('Null: captions are not drawn into the picture.'),
        caption_words: z.boolean(),
        captions: z
          .object({
            mode: z.enum(CAPTION_MODES),
            vtt_url: z.url().nullable(),
            srt_url: z.url().nullable(),
            words_url: z.url().nullable(),
          })
          .meta({ id: 'RenderCaptions' }),
        extras: z
          .object({
            requested: z.array(z.enum(EXTRA_FILE_KINDS)),
            gif_url: z.url().nullable(),
            mp3_url: z.url().nullable(),
            pdf_url: z.url().nullable(),
            thumbnails: z
              .array(z.object({ slide_id: z.string(), url: z.url() }).meta({ id: 'RenderThumbnail' }))
              .nullable(),
          })
          .meta({ id: 'RenderExtras' }),
      })
      .meta({ id: 'RenderOutput' }),
    narration: z.enum(NARRATION_MODES),
    slides_total: z.int(),
    slides_reused: z.int(),
    slides_rendered: z.int(),
    motion_seconds: z
      .number()
      .nullable()
      .describe('Seconds in which the picture moves; null until the render is completed, and for older videos.'),
    queue_position: z
      .int()
      .min(1)
      .nullable()
      .describe('Position among the waiting renders of the account; null if the render is not waiting.'),
    error: z
      .object({
        code: z.enum(RENDER_FAILURE_CODES),
        message: z.string(),
        slide_id: z.string().optional().describe('The slide that caused the failure; absent if no single slide did.'),
        position: z
          .int()
          .min(0)
          .optional()
          .describe('The position of that slide, from 0, in the timeline at the time of the render request.'),
      })
      .meta({ id: 'RenderFailure' })
      .nullable(),
    metadata: z.record(z.string(), z.string()),
    batch_id: z.string().nullable(),
    external_id: z.string().nullable(),
    webhook_url: z.string().nullable(),
    webhook_signing_secret: z.string().optional(),
    created_at: timestampSchema,
    started_at: timestampSchema.nullable(),
    completed_at: timestampSchema.nullable(),
    expires_at: timestampSchema.nullable(),
    deleted: z
      .boolean()
      .describe('Whether its files were deleted by `DELETE /renders/{id}/files`; its URLs are then null.'),
    files_deleted_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Render' });

/** Text about `quality`. `npm run proof` measures its numbers: the worst of 60 drawn slides, of the fades between them, and of small text. */
const QUALITY_DESCRIPTION =
  '`quality` trades file size for similarity to the drawn slides. Lowest luma SSIM (H.264, text, 1080p), still / in motion: ' +
  '`draft` .996 / .99, `standard` .998 / .99, `high` .999 / .995. At 480p, small text reaches .99 with `standard`, less ' +
  'with `draft`. File sizes are about 1 : 1.3 : 1.9. A video that alone fills its slide, in the size and rate of the render, keeps its stored quality in H.264: up to 10 Mbit/s.';
const CAPTIONS_DESCRIPTION =
  '`sidecar`: separate WebVTT and SRT files; `embedded`: also a text track in the video; `burned_in`: also drawn into the picture, where slides then leave room for them.';
const EXTRA_FILES_DESCRIPTION =
  'Extra files to make. `gif`: the slides one after another, at most 15 s and 640 px on the long side; `mp3`: the sound alone (silence for a silent video); ' +
  '`pdf`: one page a slide; `thumbnails`: a JPEG of each slide, at most 640 px on the long side. Their URLs are in `output.extras` of the completed render.';

/** Output settings in a request. */
export const renderOutputInputSchema = z
  .strictObject({
    resolution: z.enum(RESOLUTION_NAMES).optional(),
    codec: z.enum(VIDEO_CODEC_IDS).default(DEFAULT_RENDER_OUTPUT.codec),
    format: z.enum(ASPECT_RATIO_NAMES).optional(),
    fps: fpsSchema.default(DEFAULT_RENDER_OUTPUT.fps),
    quality: z.enum(VIDEO_QUALITIES).default(DEFAULT_RENDER_OUTPUT.quality).describe(QUALITY_DESCRIPTION),
    captions: z.enum(CAPTION_MODES).default(DEFAULT_RENDER_OUTPUT.captions).describe(CAPTIONS_DESCRIPTION),
    caption_style: captionStyleInputSchema.optional(),
    caption_words: z
      .boolean()
      .optional()
      .describe(
        'Whether captions in files have the times of their words: timestamps in the WebVTT file, and all words in `words.json` (`captions.words_url`).',
      ),
    extras: z
      .array(z.enum(EXTRA_FILE_KINDS))
      // More than there are kinds: a kind may be repeated.
      .max(20)
      .transform((requested) => EXTRA_FILE_KINDS.filter((extra) => requested.includes(extra)))
      .optional()
      .describe(EXTRA_FILES_DESCRIPTION),
  })
  .meta({ id: 'RenderOutputInput' });
/** Parsed output settings of a request: those with a default are present. */
export type RenderOutputInput = z.output<typeof renderOutputInputSchema>;

/** Output settings in a request; absent as a whole, all of them have their defaults. */
export const defaultedRenderOutputSchema = renderOutputInputSchema.default(DEFAULT_RENDER_OUTPUT);

export const createRenderContract = defineContract({
  operation: 'createRender',
  tag: 'renders',
  summary: 'Turn a timeline, as it is now, into a video',
  method: 'POST',
  path: '/renders',
  body: z.strictObject({
    timeline_id: z.string().min(1).max(64).optional().describe('The timeline to render. Send this, or `timeline`.'),
    timeline: timelineInputSchema
      .optional()
      .describe('A new timeline, as `POST /timelines` takes it. It is made together with its render, or not at all.'),
    output: defaultedRenderOutputSchema,
    narration: z.enum(NARRATION_MODES).default('auto'),
    slide_range: z
      .strictObject({ from: z.int().min(0), to: z.int().min(0) })
      .refine(({ from, to }) => from <= to, '`from` must not be after `to`.')
      .meta({ id: 'SlideRange' })
      .optional()
      .describe('Positions (0-based, both included) of the slides to render; absent: all of them.'),
    variables: variableValuesSchema.optional(),
    metadata: metadataSchema.default({}),
    webhook_url: urlTextSchema.optional(),
  }),
  examples: {
    usual: {
      timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E',
      output: { resolution: '1080p', codec: 'h264', format: 'landscape' },
    },
    with_variables: { timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', variables: { name: 'Ada' } },
    in_one_call: {
      timeline: {
        title: 'Quarterly review',
        slides: [{ title: 'Where we stand', bullet_points: ['Revenue up 12 %'], speaker_notes: 'Hello all.' }],
      },
      output: { resolution: '720p' },
    },
    with_extras: { timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', output: { extras: ['gif', 'pdf', 'thumbnails'] } },
    with_caption_style: {
      timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E',
      output: { captions: 'burned_in', caption_style: { preset: 'karaoke', size: 'large' } },
    },
    with_receiver: { timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', webhook_url: 'https://example.com/hook' },
  },
  answer: renderAnswerSchema,
  secret: true,
  rate_class: 'render_creations',
  written: entityTagOfStatus,
  errors: [
    'timeline_not_found',
    'timeline_empty',
    'variable_unknown',
    'icon_unknown',
    'variable_missing',
    'narration_missing',
    'entitlement_required',
    'timeline_too_large',
    'unsupported_codec',
    'webhook_url_forbidden',
    'too_many_renders',
    'quota_exceeded',
  ],
});

export const listRendersContract = defineContract({
  operation: 'listRenders',
  tag: 'renders',
  summary: 'The renders of the account, newest first',
  method: 'GET',
  path: '/renders',
  query: z.strictObject({
    ...pageQueryShape,
    status: z.enum(RENDER_STATUSES).optional(),
    timeline_id: z.string().max(64).optional(),
    batch_id: z.string().max(64).optional(),
    external_id: textSchema(1, 200).optional(),
    ...creationTimeQueryShape,
    ...metadataQueryShape,
  }),
  answer: listAnswerSchemaOf(renderAnswerSchema),
  errors: ['invalid_cursor'],
});

export const getRenderContract = defineContract({
  operation: 'getRender',
  tag: 'renders',
  summary: 'A render: poll it for its status',
  method: 'GET',
  path: '/renders/{id}',
  params: pathIdSchema,
  answer: renderAnswerSchema,
  written: entityTagOfStatus,
  errors: ['render_not_found'],
});

export const getTranscriptContract = defineContract({
  operation: 'getTranscript',
  tag: 'renders',
  summary: 'What is said in a completed video, slide by slide, with times',
  description:
    'As JSON, or as a document: `txt`, `md` (Markdown) and `html` have the title of each slide with its time, and the spoken text. Every completed render has a transcript as long as it has its files, whatever the form of its captions.',
  method: 'GET',
  path: '/renders/{id}/transcript',
  params: pathIdSchema,
  query: z.strictObject({ format: z.enum(TRANSCRIPT_FORMATS).default('json') }),
  answer: transcriptSchema,
  text_media: { txt: 'text/plain', md: 'text/markdown', html: 'text/html' },
  errors: ['render_not_found', 'transcript_not_found'],
});

export const cancelRenderContract = defineContract({
  operation: 'cancelRender',
  tag: 'renders',
  summary: 'Cancel a render that has not ended',
  method: 'DELETE',
  path: '/renders/{id}',
  params: pathIdSchema,
  answer: renderAnswerSchema,
  conditional: true,
  written: entityTagOfStatus,
  errors: ['render_not_found', 'render_not_cancelable'],
});

export const deleteRenderFilesContract = defineContract({
  operation: 'deleteRenderFiles',
  tag: 'renders',
  summary: 'Delete the files of a render that has ended: video, poster, captions, extras and intermediate files',
  description:
    'The URLs of the files stop working at once. The frozen timeline, the encoded parts that this render made, and speech that nothing else uses are removed within minutes. The file with the rows of its batch is removed once no row is waiting or running. The render stays, with `deleted: true`. Other renders of the same video have separate files and keep them. A repeated request gets the same answer.',
  method: 'DELETE',
  path: '/renders/{id}/files',
  params: pathIdSchema,
  answer: renderAnswerSchema,
  conditional: true,
  written: entityTagOfStatus,
  errors: ['render_not_found', 'render_running'],
});

const checkAnswerSchema = z
  .object({
    warnings: z.array(
      z
        .object({
          slide_id: z.string().nullable().describe('Null: the warning is about the whole timeline.'),
          position: z.int().min(0).nullable(),
          code: z.enum(CHECK_WARNING_CODES),
          message: z.string(),
          param: z.string().nullable().describe('JSON path of the field in the timeline.'),
        })
        .meta({ id: 'CheckWarning' }),
    ),
    estimate: z
      .object({
        duration_seconds: z.number().describe('Length of the video; exact once every slide is narrated.'),
        narration_characters: z.int().describe('Characters that a voice speaks.'),
        narration_characters_new: z.int().describe('Those of these characters for which no speech exists yet.'),
        motion_seconds: z.number().describe('Seconds of the video in which its picture moves.'),
        slides_new: z.int().describe('Slides that an earlier render has not fully encoded.'),
        render_seconds: z.number().describe('Seconds of the monthly quota that the render uses.'),
        fits_plan: z
          .boolean()
          .describe('Whether the plan allows such a video, the month has enough left, and a worker has room for it.'),
      })
      .meta({ id: 'CheckEstimate' }),
  })
  .meta({ id: 'TimelineCheck' });

/** Output settings for which a timeline is checked. */
export const timelineCheckQuerySchema = z.strictObject({
  resolution: z.enum(RESOLUTION_NAMES).optional().describe("Absent: the timeline's."),
  format: z.enum(ASPECT_RATIO_NAMES).optional().describe("Absent: the timeline's."),
  codec: renderOutputInputSchema.shape.codec.describe(
    'The codec of the render. Absent: `h264`, the only codec in which backgrounds move. The whole estimate is for this codec.',
  ),
  captions: renderOutputInputSchema.shape.captions.describe(
    'The captions of the render. Absent: `sidecar`. Those drawn into the picture (`burned_in`, in their default look) leave less room for text, and backgrounds stand still.',
  ),
  variables: variablesQuerySchema,
});

export const checkTimelineContract = defineContract({
  operation: 'checkTimeline',
  tag: 'timelines',
  summary: 'Problems to check before rendering, and what a render with narration would use; changes nothing',
  method: 'GET',
  path: '/timelines/{id}/check',
  params: z.strictObject({ id: timelineIdSchema }),
  query: timelineCheckQuerySchema,
  answer: checkAnswerSchema,
  errors: ['timeline_not_found', 'variable_unknown', 'font_invalid'],
});
