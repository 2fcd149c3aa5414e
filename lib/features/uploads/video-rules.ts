import type { SentFileRules } from './sent-file-rules.ts';

/** Media types of videos, and of pictures that may move. */
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm', 'image/gif', 'image/webp'] as const;

/** The maximum size of a video at an address: the worker that fetches it has it in memory. */
const MAX_FETCHED_VIDEO_BYTES = 200 * 2 ** 20;

/** Rules for video files of clients: media types, size of an upload, error codes. */
export const VIDEO_FILE_RULES: SentFileRules = {
  noun: 'video',
  field: 'video',
  announced_types: VIDEO_TYPES,
  accepted_media: ['video/*', 'image/gif', 'image/webp'],
  max_bytes: 2 * 2 ** 30,
  too_large_code: 'video_too_large',
  invalid_code: 'video_invalid',
};

/** Rules for videos at addresses, which take longer to fetch than images. */
export const FETCHED_VIDEO_FILE_RULES: SentFileRules = {
  ...VIDEO_FILE_RULES,
  max_bytes: MAX_FETCHED_VIDEO_BYTES,
  fetch_ms: 120_000,
};
