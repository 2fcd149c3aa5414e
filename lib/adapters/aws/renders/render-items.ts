import { z } from 'zod';
import {
  CAPTION_FONT_SIZES,
  CAPTION_POSITIONS,
  CAPTION_PRESETS,
  type CaptionStyle,
} from '#engine/video/captions/caption-style.ts';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { FRAME_RATES } from '#engine/video/settings.ts';
import {
  CAPTION_MODES,
  EXTRA_FILE_KINDS,
  isTerminalRenderStatus,
  NARRATION_MODES,
  nextSweeperCheckTimeOfRender,
  RENDER_FAILURE_CODES,
  RENDER_STAGES,
  RENDER_STATUSES,
  RENDER_TASK_KINDS,
  type Render,
  type RenderResultFiles,
  type RenderStatus,
  type RenderTask,
  type RenderTaskResult,
  type ReusableVideo,
  VIDEO_QUALITIES,
} from '#features/renders/public.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { POSTPONEMENT_REASONS } from '#platform/leases/public.ts';
import { createItemCodec } from '../table/item.ts';
import { accountListIndex, dueItemsIndex, type TableKey, tableKeys } from '../table/keys.ts';
import type { TableItem } from '../table/table.ts';

/** Stored form of the result of a completed render: keys of its files, size and lengths. */
const storedResultSchema = z.object({
  video_key: z.string(),
  poster_key: z.string().optional(),
  vtt_key: z.string().optional(),
  srt_key: z.string().optional(),
  words_key: z.string().optional(),
  chapters_key: z.string().optional(),
  transcript_key: z.string().optional(),
  gif_key: z.string().optional(),
  mp3_key: z.string().optional(),
  pdf_key: z.string().optional(),
  thumbnails: z.object({ prefix: z.string(), slide_ids: z.array(z.string()) }).optional(),
  size_bytes: z.number(),
  duration_seconds: z.number(),
  motion_seconds: z.number().optional(),
} satisfies Record<keyof RenderResultFiles, z.ZodType>);

/** Stored form of the output settings of a video. */
export const storedRenderOutputSchema = z.object({
  resolution: z.enum(RESOLUTION_NAMES),
  format: z.enum(ASPECT_RATIO_NAMES),
  codec: z.enum(VIDEO_CODEC_IDS),
  fps: z.literal(FRAME_RATES),
  quality: z.enum(VIDEO_QUALITIES),
  captions: z.enum(CAPTION_MODES),
  caption_style: z
    .object({
      preset: z.enum(CAPTION_PRESETS),
      size: z.enum(CAPTION_FONT_SIZES),
      position: z.enum(CAPTION_POSITIONS),
      color: z.string().optional(),
      background: z.string().optional(),
      highlight: z.string().optional(),
      uppercase: z.boolean(),
      max_lines: z.literal([1, 2]),
    } satisfies Record<keyof CaptionStyle, z.ZodType>)
    .optional(),
  caption_words: z.literal(true).optional(),
  extras: z.array(z.enum(EXTRA_FILE_KINDS)).optional(),
  width: z.number(),
  height: z.number(),
});

/** Stored attributes of a render, both in its item and in its events. */
export const storedRenderSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  timeline_id: z.string(),
  timeline_version: z.number(),
  status: z.enum(RENDER_STATUSES),
  progress: z.number(),
  stage: z.enum(RENDER_STAGES),
  output: storedRenderOutputSchema,
  narration: z.enum(NARRATION_MODES),
  epoch: z.number(),
  renderer: z.object({ versions: z.record(z.string(), z.number()), build: z.string() }).optional(),
  snapshot_key: z.string(),
  slides_total: z.number(),
  slides_reused: z.number(),
  slides_rendered: z.number(),
  max_seconds: z.number(),
  error: z
    .object({
      // A newer version of the program may store a code that this one does not know; the message still explains it.
      code: z.enum(RENDER_FAILURE_CODES).catch('internal_error'),
      message: z.string(),
      slide_id: z.string().optional(),
      position: z.int().min(0).optional(),
    })
    .optional(),
  metadata: z.record(z.string(), z.string()),
  batch_id: z.string().optional(),
  external_id: z.string().optional(),
  webhook_url: z.string().optional(),
  webhook_secret: z.string().optional(),
  result: storedResultSchema.optional(),
  progress_at: z.string().optional(),
  progress_event: z.object({ progress: z.number(), at: z.string() }).optional(),
  created_at: z.string(),
  counted_at: z.string().optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  expires_at: z.string().optional(),
  files_deleted_at: z.string().optional(),
  deadline: z.string(),
});

const snapshotKeyOf = ({ account_id, timeline_id, id }: Pick<Render, 'account_id' | 'timeline_id' | 'id'>): string =>
  storageKeys.snapshot(account_id, timeline_id, id);

/**
 * Stored form of a render. The item of a render is written about a dozen times, in the table and in both indexes. It is just below one
 * write unit of 1 KB. So the key of its snapshot, which would be a tenth of the item, is computed instead of stored.
 */
export const renderCodec = createItemCodec<Render>('render').of(
  storedRenderSchema
    .extend({ snapshot_key: z.string().optional() })
    .transform((render) => ({ ...render, snapshot_key: render.snapshot_key ?? snapshotKeyOf(render) })),
);

/** The item of a new render. */
export const newRenderItem = (render: Render): TableKey & TableItem =>
  renderCodec.toItem(tableKeys.render(render.account_id, render.id), render, {
    // The table stores no attribute that is undefined.
    ...(render.snapshot_key === snapshotKeyOf(render) ? { snapshot_key: undefined } : {}),
    ...accountListIndex.attributes(accountListIndex.rendersOf(render.account_id), render.id),
    ...(isTerminalRenderStatus(render.status)
      ? {}
      : dueItemsIndex.renders.attributes(render.id, nextSweeperCheckTimeOfRender(render, new Date(render.created_at)))),
  });

/** The condition `#status IN (…)` for the given statuses, with its values. */
export function renderStatusInCondition(statuses: readonly RenderStatus[]): {
  expression: string;
  values: Record<string, string>;
} {
  const values = Object.fromEntries(statuses.map((status, index) => [`:from${index}`, status]));
  return { expression: `#status IN (${Object.keys(values).join(', ')})`, values };
}

/** Stored form of a task of a render. */
export const renderTaskCodec = createItemCodec<RenderTask>('task').of(
  z.object({
    account_id: z.string(),
    render_id: z.string(),
    epoch: z.number(),
    kind: z.enum(RENDER_TASK_KINDS),
    index: z.number(),
    state: z.enum(['pending', 'claimed', 'done']),
    attempt: z.number(),
    postponed: z.partialRecord(z.enum(POSTPONEMENT_REASONS), z.number()).optional(),
    waited: z.number().optional(),
    token: z.string().optional(),
    lease_until: z.string().optional(),
    message_id: z.string().optional(),
    enqueued_at: z.string(),
    began_at: z.string().optional(),
    done_at: z.string().optional(),
    sent_again: z.number().optional(),
    share: z.object({ first: z.number(), count: z.number() }).optional(),
    slide: z.string().optional(),
    place: z.object({ slide_id: z.string(), position: z.int().min(0) }).optional(),
    spoken_key: z.string().optional(),
    plan_key: z.string().optional(),
    result: z
      .object({
        speech_hashes: z.array(z.string()).optional(),
        spoken_key: z.string().optional(),
        plan_key: z.string().optional(),
        parts: z.number().optional(),
        slides_reused: z.number().optional(),
      } satisfies Record<keyof RenderTaskResult, z.ZodType>)
      .optional(),
  }),
);

/** Stored form of a video that a later render may copy. */
export const reusableVideoCodec = createItemCodec<ReusableVideo>('film').of(
  z.object({ name: z.string(), files: storedResultSchema, made_at: z.string() }),
);
