import type { CaptionStyle } from '#engine/video/captions/caption-style.ts';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import type { AspectRatioName, Resolution } from '#engine/video/format.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import { ENTITLEMENTS } from '#features/accounts/contract.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { RendererVersion } from './renderer.ts';

/** The statuses of a render. */
export const RENDER_STATUSES = ['queued', 'processing', 'rendering', 'completed', 'failed', 'canceled'] as const;
export type RenderStatus = (typeof RENDER_STATUSES)[number];

/** The statuses that may follow each status. The last three are final. */
const NEXT_STATUSES: Readonly<Record<RenderStatus, readonly RenderStatus[]>> = {
  queued: ['processing', 'failed', 'canceled'],
  // `completed` without `rendering`: an existing equal video was copied.
  processing: ['rendering', 'completed', 'failed', 'canceled'],
  rendering: ['completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
};

/** The statuses from which a transition to `to` is allowed; they are the condition of its write. */
export const renderStatusesBefore = (to: RenderStatus): RenderStatus[] =>
  RENDER_STATUSES.filter((from) => NEXT_STATUSES[from].includes(to));

/** Reports whether a status is final. */
export const isTerminalRenderStatus = (status: RenderStatus): boolean => NEXT_STATUSES[status].length === 0;

/** The statuses of a render that has not ended. */
export const LIVE_RENDER_STATUSES = RENDER_STATUSES.filter((status) => !isTerminalRenderStatus(status));

/** The statuses of a render that has ended. */
export const ENDED_RENDER_STATUSES = RENDER_STATUSES.filter(isTerminalRenderStatus);

/** Seconds between checks: below a minute, so that each run of the sweeper, once a minute, checks the render. */
const CHECK_SECONDS = 45;

/** The time of the sweeper's next check of a live render: in CHECK_SECONDS, or at its deadline if that comes first. */
export function nextSweeperCheckTimeOfRender({ deadline }: Pick<Render, 'deadline'>, now: Date): string {
  const next = formatUtcTimestamp(addSeconds(now, CHECK_SECONDS));
  return deadline >= formatUtcTimestamp(now) && deadline < next ? deadline : next;
}

/** The stages of a render's work. */
export const RENDER_STAGES = ['queued', 'narrating', 'encoding', 'assembling', 'done'] as const;
export type RenderStage = (typeof RENDER_STAGES)[number];
/** The qualities of a video's encoding. */
export const VIDEO_QUALITIES = ['draft', 'standard', 'high'] as const;
/** The forms of captions: none, separate files, a track in the video, drawn into the picture. */
export const CAPTION_MODES = ['none', 'sidecar', 'embedded', 'burned_in'] as const;
/** The extra files that a client may request with a video (`make-extra-files.ts`). */
export const EXTRA_FILE_KINDS = ['gif', 'mp3', 'pdf', 'thumbnails'] as const;
export type ExtraFileKind = (typeof EXTRA_FILE_KINDS)[number];
/** The modes of narration: synthesize what is missing, no narration, only existing narration. */
export const NARRATION_MODES = ['auto', 'none', 'existing'] as const;

/** The reasons why a render failed, as clients see them. */
export const RENDER_FAILURE_CODES = [
  'narration_failed',
  'image_unreadable',
  'video_unreadable',
  'font_unreadable',
  'encoder_failed',
  'timed_out',
  'too_long',
  'quota_exceeded',
  'plan_not_allowed',
  'internal_error',
] as const;
export type RenderFailureCode = (typeof RENDER_FAILURE_CODES)[number];

/** The slide that is the cause of the failure of a render. */
export interface FailedSlide {
  slide_id: string;
  /** Its position in the timeline, from 0, when the render was created. */
  position: number;
}

/** The error of a failed render, as its client sees it; with the slide if one slide is the cause. */
export interface RenderError extends Partial<FailedSlide> {
  code: RenderFailureCode;
  message: string;
}

/** The output settings of a render. */
export interface RenderOutput {
  resolution: Resolution;
  format: AspectRatioName;
  codec: VideoCodecId;
  fps: FrameRate;
  quality: (typeof VIDEO_QUALITIES)[number];
  captions: (typeof CAPTION_MODES)[number];
  /** The look of captions in the picture; absent: the default look, or no captions in the picture. */
  caption_style?: CaptionStyle | undefined;
  /** True: captions in files have the times of their words. */
  caption_words?: true | undefined;
  /** Without duplicates, in the order of EXTRA_FILE_KINDS; absent: none. */
  extras?: readonly ExtraFileKind[] | undefined;
  width: number;
  height: number;
}

/** The output settings of a render whose request does not state them. */
export const DEFAULT_RENDER_OUTPUT = {
  codec: 'h264',
  fps: 30,
  quality: 'standard',
  captions: 'sidecar',
} as const satisfies Partial<RenderOutput>;

/** The stored thumbnails of a video, one for each slide. */
export interface StoredVideoThumbnails {
  /** Prefix of the storage keys of all of them. */
  prefix: string;
  /** The ids of the slides, in the order of the video. */
  slide_ids: string[];
}

/** The storage key of the thumbnail of a slide. @param index position of the slide in the video, from 0 */
export const thumbnailKey = ({ prefix }: Pick<StoredVideoThumbnails, 'prefix'>, index: number): string =>
  `${prefix}${index + 1}.jpg`;

/** The files of a finished render, by their storage keys. */
export interface RenderResultFiles {
  video_key: string;
  poster_key?: string | undefined;
  vtt_key?: string | undefined;
  srt_key?: string | undefined;
  /** The words of captions with their times; absent: not requested. */
  words_key?: string | undefined;
  /** Absent for videos of earlier versions of the program. */
  chapters_key?: string | undefined;
  /** Absent for videos of earlier versions of the program, which kept none or had it in the file of chapters. */
  transcript_key?: string | undefined;
  gif_key?: string | undefined;
  mp3_key?: string | undefined;
  pdf_key?: string | undefined;
  thumbnails?: StoredVideoThumbnails | undefined;
  size_bytes: number;
  duration_seconds: number;
  /** Seconds in which the picture moves. Absent for videos of earlier versions of the program. */
  motion_seconds?: number | undefined;
}

/** A member of a result that is the key of one file. */
type FileKey = Extract<keyof RenderResultFiles, `${string}_key`>;

/** A member for each file: the compiler asks for a new one. */
const FILE_KEYS: Readonly<Record<FileKey, true>> = {
  video_key: true,
  poster_key: true,
  vtt_key: true,
  srt_key: true,
  words_key: true,
  chapters_key: true,
  transcript_key: true,
  gif_key: true,
  mp3_key: true,
  pdf_key: true,
};

/** The storage keys of all files of a finished render. */
export function fileKeysOfRenderResult(result: RenderResultFiles): string[] {
  const { thumbnails } = result;
  const names = Object.keys(FILE_KEYS).filter((name): name is FileKey => Object.hasOwn(FILE_KEYS, name));
  return [
    ...names.flatMap((name) => result[name] ?? []),
    ...(thumbnails?.slide_ids.map((_, index) => thumbnailKey(thumbnails, index)) ?? []),
  ];
}

/** The files of a render that clients can fetch; undefined: none were made, or they were deleted or have expired. @param at present time */
export const findAvailableRenderFiles = (
  { result, expires_at, files_deleted_at }: Render,
  at: string,
): RenderResultFiles | undefined =>
  // Storage deletes them at `expires_at` or a little later.
  files_deleted_at === undefined && (expires_at === undefined || expires_at > at) ? result : undefined;

/** The number of days for which the files of a render are kept, by the plan of the account when the render was created. */
export const fileRetentionDaysOfRender = ({
  created_at,
  expires_at,
}: Pick<Render, 'created_at' | 'expires_at'>): number =>
  expires_at === undefined
    ? ENTITLEMENTS.max.output_retention_days
    : Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000);

/** The first epoch of a render. */
export const FIRST_RENDER_EPOCH = 1;

/** An encrypted secret (`SecretBox`). */
export type SealedSecret = string;

/** A render: the job that makes a video from a timeline. */
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
  /** Number of times that its work was started, from 1. Tasks belong to an epoch; those of earlier epochs can no longer be claimed. */
  epoch: number;
  /** The version of the program that makes this epoch; absent until its first task starts. */
  renderer?: RendererVersion | undefined;
  /** Storage key of the snapshot: the timeline as it was when the render was created. */
  snapshot_key: string;
  slides_total: number;
  slides_reused: number;
  slides_rendered: number;
  /** Longest video in seconds that the plan allowed when the render was created. */
  max_seconds: number;
  error?: RenderError | undefined;
  metadata: Record<string, string>;
  /** Id of the batch if the render is for one of its rows; absent otherwise. */
  batch_id?: string | undefined;
  /** The client's id of that row. */
  external_id?: string | undefined;
  webhook_url?: string | undefined;
  /** The sealed signing secret for `webhook_url`, used if no webhook has this address when the event is delivered. */
  webhook_secret?: SealedSecret | undefined;
  result?: RenderResultFiles | undefined;
  /** Time at which `progress` was raised last. */
  progress_at?: string | undefined;
  /** The last `render.progress` event: its percentage and its time. */
  progress_event?: { progress: number; at: string } | undefined;
  created_at: string;
  /** A time in the month for which it counts, if that differs from the month of `created_at`: a row counts for the month of its batch. */
  counted_at?: string | undefined;
  started_at?: string | undefined;
  completed_at?: string | undefined;
  expires_at?: string | undefined;
  /** Time at which its client deleted its files; absent: they were not deleted. */
  files_deleted_at?: string | undefined;
  /** Time after which the render fails as `timed_out`, even while it waits. Its work has a separate limit, MAX_RENDER_WORK_SECONDS. */
  deadline: string;
}

/** A time in the month for which a render counts. */
export const timeInUsageMonthOfRender = ({
  counted_at,
  created_at,
}: Pick<Render, 'counted_at' | 'created_at'>): string => counted_at ?? created_at;
