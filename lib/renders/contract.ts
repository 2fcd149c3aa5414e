import { z } from 'zod';
import { contract } from '../contract/contract.ts';
import { listOf, pageQuery } from '../contract/pagination.ts';
import { metadata, urlText } from '../contract/text.ts';
import { FORMAT_NAMES, RESOLUTION_NAMES } from '../video/format.ts';
import { CODECS, FRAME_RATES } from '../video/settings.ts';
import { CAPTION_MODES, FAILURE_CODES, NARRATION_MODES, QUALITIES, RENDER_STATUSES, STAGES } from './render.ts';

const time = z.iso.datetime();
const fps = z.literal(FRAME_RATES);

export const renderAnswer = z
  .object({
    id: z.string(),
    timeline_id: z.string(),
    timeline_version: z.int(),
    status: z.enum(RENDER_STATUSES),
    progress: z.int().min(0).max(100),
    stage: z.enum(STAGES),
    output: z
      .object({
        resolution: z.enum(RESOLUTION_NAMES),
        codec: z.enum(CODECS),
        format: z.enum(FORMAT_NAMES),
        fps,
        quality: z.enum(QUALITIES),
        width: z.int(),
        height: z.int(),
        url: z.url().nullable(),
        url_expires_at: time
          .nullable()
          .describe(
            'The URL is valid until this time at the latest; on AWS it ends earlier if the signing credentials expire. Read the render again for a new URL.',
          ),
        download_url: z.url().nullable(),
        size_bytes: z.int().nullable(),
        duration_seconds: z.number().nullable(),
        poster_url: z.url().nullable(),
        captions: z
          .object({ mode: z.enum(CAPTION_MODES), vtt_url: z.url().nullable(), srt_url: z.url().nullable() })
          .meta({ id: 'RenderCaptions' }),
      })
      .meta({ id: 'RenderOutput' }),
    narration: z.enum(NARRATION_MODES),
    slides_total: z.int(),
    slides_reused: z.int(),
    slides_rendered: z.int(),
    queue_position: z
      .int()
      .min(1)
      .nullable()
      .describe('Place among the waiting renders of the account; null for one that does not wait.'),
    error: z
      .object({ code: z.enum(FAILURE_CODES), message: z.string() })
      .meta({ id: 'RenderFailure' })
      .nullable(),
    metadata: z.record(z.string(), z.string()),
    webhook_url: z.string().nullable(),
    webhook_signing_secret: z.string().optional(),
    created_at: time,
    started_at: time.nullable(),
    completed_at: time.nullable(),
    expires_at: time.nullable(),
  })
  .meta({ id: 'Render' });

/** Measured on 60 drawn slides and on fades between them, each the worst of its kind; the smallest text is in `npm run proof`. */
const QUALITY =
  '`quality` trades file size for similarity to the drawn slides. Lowest luma SSIM (H.264, text, 1080p), still / in motion: ' +
  '`draft` .996 / .99, `standard` .998 / .99, `high` .999 / .995. At 480p, small text reaches .99 with `standard`, less ' +
  'with `draft`. File sizes are about 1 : 1.3 : 1.9.';
const CAPTIONS =
  '`sidecar`: WebVTT and SRT files beside the video; `embedded`: a text track in the video as well; `burned_in`: drawn into the picture as well, where slides then keep room for them.';

const inRender = z.strictObject({ id: z.string().max(64) });

export const createRenderContract = contract({
  operation: 'createRender',
  tag: 'renders',
  summary: 'Turn a timeline, as it is now, into a video',
  method: 'POST',
  path: '/renders',
  body: z.strictObject({
    timeline_id: z.string().min(1).max(64),
    output: z
      .strictObject({
        resolution: z.enum(RESOLUTION_NAMES).optional(),
        codec: z.enum(CODECS).default('h264'),
        format: z.enum(FORMAT_NAMES).optional(),
        fps: fps.default(30),
        quality: z.enum(QUALITIES).default('standard').describe(QUALITY),
        captions: z.enum(CAPTION_MODES).default('sidecar').describe(CAPTIONS),
      })
      .meta({ id: 'RenderOutputInput' })
      .default({ codec: 'h264', fps: 30, quality: 'standard', captions: 'sidecar' }),
    narration: z.enum(NARRATION_MODES).default('auto'),
    slide_range: z
      .strictObject({ from: z.int().min(0), to: z.int().min(0) })
      .refine(({ from, to }) => from <= to, '`from` must not be after `to`.')
      .meta({ id: 'SlideRange' })
      .optional()
      .describe('Positions (0-based, both included) of the slides to render; absent: all of them.'),
    metadata: metadata.default({}),
    webhook_url: urlText.optional(),
  }),
  examples: {
    usual: {
      timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E',
      output: { resolution: '1080p', codec: 'h264', format: 'landscape' },
    },
    with_receiver: { timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', webhook_url: 'https://example.com/hook' },
  },
  answer: renderAnswer,
  secret: true,
  rate_class: 'render_creations',
  errors: [
    'timeline_not_found',
    'timeline_empty',
    'narration_missing',
    'entitlement_required',
    'unsupported_codec',
    'webhook_url_forbidden',
    'too_many_renders',
    'quota_exceeded',
  ],
});

export const listRendersContract = contract({
  operation: 'listRenders',
  tag: 'renders',
  summary: 'The renders of the account, newest first',
  method: 'GET',
  path: '/renders',
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(RENDER_STATUSES).optional(),
    timeline_id: z.string().max(64).optional(),
  }),
  answer: listOf(renderAnswer),
  errors: ['invalid_cursor'],
});

export const getRenderContract = contract({
  operation: 'getRender',
  tag: 'renders',
  summary: 'A render: poll it for its status',
  method: 'GET',
  path: '/renders/{id}',
  params: inRender,
  answer: renderAnswer,
  errors: ['render_not_found'],
});

export const cancelRenderContract = contract({
  operation: 'cancelRender',
  tag: 'renders',
  summary: 'Cancel a render that is not at its end',
  method: 'DELETE',
  path: '/renders/{id}',
  params: inRender,
  answer: renderAnswer,
  errors: ['render_not_found', 'render_not_cancelable'],
});
