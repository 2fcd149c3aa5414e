import { VIDEO_CODEC_IDS, type VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import type { Resolution } from '#engine/video/format.ts';
import type { Plan } from './account.ts';

/** The limits of a plan. */
export interface PlanLimits {
  requests_per_minute: number;
  render_creations_per_minute: number;
  running_renders: number;
  queued_renders: number;
  slides_per_timeline: number;
  /** Bytes of a timeline as `lib/features/timelines/timeline-bytes.ts` counts them. */
  timeline_bytes: number;
  /** Length of a video, in seconds. */
  video_seconds: number;
  /** The largest resolution. */
  resolution: Resolution;
  codecs: readonly VideoCodecId[];
  fps: number;
  render_seconds_per_month: number;
  /** Characters of new speech; speech that exists is free. */
  narration_characters_per_month: number;
  timelines: number;
  /** Custom templates. */
  own_templates: number;
  /** Custom font files. */
  own_fonts: number;
  /** Bytes of stored images, recordings and music. Finished videos and caches do not count; speech is counted separately, and never refused. */
  stored_bytes: number;
  /** Imports of decks that wait or run. */
  imports_waiting: number;
  /** Batches that are not over. */
  open_batches: number;
  /** Rows of one batch. */
  batch_rows: number;
  output_retention_days: number;
}

/** The limit of requests in a minute of an account on the Free plan, which can read its plan and manage its keys only. */
export const FREE_PLAN_REQUESTS_PER_MINUTE = 60;

/**
 * The maximum bytes of a timeline, so that it fits into an answer of Lambda with its headers. Such an answer has at most 6,291,556 bytes,
 * counted after its body was written as a JSON string.
 */
const MAX_TIMELINE_BYTES = 6_000_000;

/**
 * The limits of each plan with API access. The only table of limits: every check and every answer reads it.
 */
export const ENTITLEMENTS: Readonly<Record<Exclude<Plan, 'free'>, PlanLimits>> = {
  pro: {
    requests_per_minute: 300,
    render_creations_per_minute: 60,
    running_renders: 3,
    queued_renders: 50,
    slides_per_timeline: 100,
    timeline_bytes: MAX_TIMELINE_BYTES,
    video_seconds: 30 * 60,
    resolution: '1080p',
    codecs: ['h264', 'vp9'],
    fps: 30,
    render_seconds_per_month: 36_000,
    narration_characters_per_month: 500_000,
    timelines: 1_000,
    own_templates: 10,
    own_fonts: 20,
    stored_bytes: 5e9,
    imports_waiting: 3,
    open_batches: 2,
    batch_rows: 200,
    output_retention_days: 30,
  },
  max: {
    requests_per_minute: 600,
    render_creations_per_minute: 120,
    running_renders: 10,
    queued_renders: 200,
    slides_per_timeline: 500,
    timeline_bytes: MAX_TIMELINE_BYTES,
    video_seconds: 4 * 60 * 60,
    resolution: '2160p',
    codecs: VIDEO_CODEC_IDS,
    fps: 60,
    render_seconds_per_month: 360_000,
    narration_characters_per_month: 5_000_000,
    timelines: 10_000,
    own_templates: 100,
    own_fonts: 100,
    stored_bytes: 100e9,
    imports_waiting: 10,
    open_batches: 10,
    batch_rows: 1_000,
    output_retention_days: 90,
  },
};
