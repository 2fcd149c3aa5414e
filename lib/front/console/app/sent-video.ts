import type { Schemas } from '#front/client/client.ts';
import { sendFileToUploadTarget } from '#front/client/send-file-to-upload-target.ts';
import { requireSessionRecordingClient } from './session.ts';

/** The file of a video in a request: an upload, or an address from which the service fetches it. */
export type VideoFileRequestInput = { upload_id: string } | { url: string };
/** The fields of a slide that are videos, in a request that changes them; null removes one. */
export type SlideVideosRequestInput = Pick<Schemas['UpdateSlideBody'], 'video' | 'presenter'>;
/** The fields of a timeline that are videos, in a request that changes them; null removes one. */
export type TimelineVideosRequestInput = Pick<Schemas['UpdateTimelineBody'], 'presenter' | 'intro' | 'outro'>;

/** Media types of videos, and of pictures that may move. */
export const UPLOADABLE_VIDEO_MEDIA_TYPES = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'image/gif',
  'image/webp',
] as const;

/** Uploads the file of a video. @throws Error, for the user, for a type that the API does not accept */
export async function uploadVideo(file: Blob): Promise<VideoFileRequestInput> {
  const content_type = UPLOADABLE_VIDEO_MEDIA_TYPES.find((type) => type === file.type);
  if (content_type === undefined) throw new Error('This file type is not supported. Use MP4, MOV, WebM, GIF or WebP.');
  const { upload } = await requireSessionRecordingClient().post('/uploads', {
    body: { content_type, size_bytes: file.size },
  });
  await sendFileToUploadTarget(upload, file);
  return { upload_id: upload.id };
}
