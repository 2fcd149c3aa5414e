import type { Codec } from '#engine/video/codecs/codec-facts.ts';
import type { Format, Resolution } from '#engine/video/format.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import { ENTITLEMENTS } from '#features/accounts/public.ts';
import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import type { RendererVersion } from './renderer.ts';

export const RENDER_STATUSES = ['queued', 'processing', 'rendering', 'completed', 'failed', 'canceled'] as const;
export type RenderStatus = (typeof RENDER_STATUSES)[number];

/** The statuses that may follow each status. The last three are final. */
const TRANSITIONS: Readonly<Record<RenderStatus, readonly RenderStatus[]>> = {
  queued: ['processing', 'failed', 'canceled'],
  // Straight to its end: a video that exists already is copied.
  processing: ['rendering', 'completed', 'failed', 'canceled'],
  rendering: ['completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
};

/** The statuses from which `to` may be reached: the condition of the write that makes the transition. */
export const statusesBefore = (to: RenderStatus): RenderStatus[] =>
  RENDER_STATUSES.filter((from) => TRANSITIONS[from].includes(to));

/** Reports whether a status is final. */
export const isTerminal = (status: RenderStatus): boolean => TRANSITIONS[status].length === 0;

/** The statuses of a render that has not ended. */
export const LIVE_STATUSES = RENDER_STATUSES.filter((status) => !isTerminal(status));

/** The statuses of a render that has ended. */
export const ENDED_STATUSES = RENDER_STATUSES.filter(isTerminal);

/** The sweeper checks a live render about once a minute: its runs start a minute apart, and take some of it. */
const CHECK_SECONDS = 45;

/** Time of the sweeper's next check of a live render: its deadline if that comes first. */
export function nextRenderCheck({ deadline }: Pick<Render, 'deadline'>, now: Date): string {
  const next = timestamp(plusSeconds(now, CHECK_SECONDS));
  return deadline >= timestamp(now) && deadline < next ? deadline : next;
}

/** Stages of a render; `progress` is the percentage done. */
export const STAGES = ['queued', 'narrating', 'encoding', 'assembling', 'done'] as const;
export type RenderStage = (typeof STAGES)[number];
export const QUALITIES = ['draft', 'standard', 'high'] as const;
export const CAPTION_MODES = ['none', 'sidecar', 'embedded', 'burned_in'] as const;
/** Files that a client may ask for next to the video: see `make-extras.ts`. */
export const EXTRAS = ['gif', 'mp3', 'pdf', 'thumbnails'] as const;
export type Extra = (typeof EXTRAS)[number];
export const NARRATION_MODES = ['auto', 'none', 'existing'] as const;

/** Reason why a render failed, as clients see it. */
export const FAILURE_CODES = [
  'narration_failed',
  'image_unreadable',
  'font_unreadable',
  'encoder_failed',
  'timed_out',
  'too_long',
  'quota_exceeded',
  'plan_not_allowed',
  'internal_error',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** A slide of a render: where it stood in its timeline, from 0, when the render was made. */
export interface SlidePlace {
  slide_id: string;
  position: number;
}

/** Reason why a render failed, as shown to its client; with the slide where one slide is the cause. */
export interface RenderError extends Partial<SlidePlace> {
  code: FailureCode;
  message: string;
}

export interface RenderOutput {
  resolution: Resolution;
  format: Format;
  codec: Codec;
  fps: FrameRate;
  quality: (typeof QUALITIES)[number];
  captions: (typeof CAPTION_MODES)[number];
  /** Each once, in the order of EXTRAS; absent: none. */
  extras?: readonly Extra[] | undefined;
  width: number;
  height: number;
}

/** A small picture of each slide. */
export interface Thumbnails {
  /** Prefix of the storage keys of all of them. */
  prefix: string;
  /** The slides, in the order of the video. */
  slide_ids: string[];
}

/** The storage key of the picture of a slide. @param index the place of the slide in the video, from 0 */
export const thumbnailKey = ({ prefix }: Pick<Thumbnails, 'prefix'>, index: number): string =>
  `${prefix}${index + 1}.jpg`;

/** The files of a finished render, by their storage keys. */
export interface RenderResult {
  video_key: string;
  poster_key?: string | undefined;
  vtt_key?: string | undefined;
  srt_key?: string | undefined;
  /** Absent: the video was made when there were none. */
  chapters_key?: string | undefined;
  gif_key?: string | undefined;
  mp3_key?: string | undefined;
  pdf_key?: string | undefined;
  thumbnails?: Thumbnails | undefined;
  size_bytes: number;
  duration_seconds: number;
}

/** The storage keys of all files of a finished render. */
export const filesOf = ({
  video_key,
  poster_key,
  vtt_key,
  srt_key,
  chapters_key,
  gif_key,
  mp3_key,
  pdf_key,
  thumbnails,
}: RenderResult): string[] => [
  ...[video_key, poster_key, vtt_key, srt_key, chapters_key, gif_key, mp3_key, pdf_key].filter(
    (key) => key !== undefined,
  ),
  ...(thumbnails?.slide_ids.map((_, index) => thumbnailKey(thumbnails, index)) ?? []),
];

/** The files of a render that clients can fetch; undefined: none were made, or they are deleted. */
export const keptFiles = ({ result, expires_at, files_deleted_at }: Render, at: string): RenderResult | undefined =>
  // They expire at that time, or a little later.
  files_deleted_at === undefined && (expires_at === undefined || expires_at > at) ? result : undefined;

/** For how many days the files of a render are kept, by the plan of the account when it was created. */
export const retentionDays = ({ created_at, expires_at }: Pick<Render, 'created_at' | 'expires_at'>): number =>
  expires_at === undefined
    ? ENTITLEMENTS.max.output_retention_days
    : Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000);

/** The epoch of a render whose work was started at most once. */
export const FIRST_EPOCH = 1;

/** A secret as it is stored: sealed, never in the clear. */
export type SealedSecret = string;

export interface Render {
  id: string;
  account_id: string;
  timeline_id: string;
  timeline_version: number;
  status: RenderStatus;
  /** 0–100; never falls. */
  progress: number;
  stage: RenderStage;
  output: RenderOutput;
  narration: (typeof NARRATION_MODES)[number];
  /** Number of times that its work was started, from 1. Tasks belong to an epoch, and those of an earlier one are dead. */
  epoch: number;
  /** The version of the program that makes this epoch; absent until its first task starts. */
  renderer?: RendererVersion | undefined;
  /** Storage key of the timeline as it was when the render was made. */
  snapshot_key: string;
  slides_total: number;
  slides_reused: number;
  slides_rendered: number;
  /** Longest video that the plan allowed when the render was made, in seconds. */
  max_seconds: number;
  error?: RenderError | undefined;
  metadata: Record<string, string>;
  /** The batch of which it is a row; absent: it was made by itself. */
  batch_id?: string | undefined;
  /** Id that its client gave that row. */
  external_id?: string | undefined;
  webhook_url?: string | undefined;
  /** The secret for `webhook_url` when no registered webhook has that address, or no longer has it when the render ends. */
  webhook_secret?: SealedSecret | undefined;
  result?: RenderResult | undefined;
  /** Time at which `progress` was last raised. */
  progress_at?: string | undefined;
  /** The last `render.progress` event: its percentage and its time. */
  progress_event?: { progress: number; at: string } | undefined;
  created_at: string;
  /** A time in the month that it counts for, where that is not the month of `created_at`: a row counts for that of its batch. */
  counted_at?: string | undefined;
  started_at?: string | undefined;
  completed_at?: string | undefined;
  expires_at?: string | undefined;
  /** Time at which its client deleted its files; absent: it has not. */
  files_deleted_at?: string | undefined;
  /** The render fails as `timed_out` after this time, whatever it waits for. Its work has its own limit: WORK_SECONDS. */
  deadline: string;
}

/** A time in the month that a render counts for. */
export const countedAt = ({ counted_at, created_at }: Pick<Render, 'counted_at' | 'created_at'>): string =>
  counted_at ?? created_at;
