import type { UploadAnnouncementBody } from './cli-api-client.ts';

/** Media types of videos, and of pictures that may move, by the extension of their files. The service looks at the bytes. */
export const VIDEO_TYPE_BY_EXTENSION: Readonly<Record<string, UploadAnnouncementBody['content_type']>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
