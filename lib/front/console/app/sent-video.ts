import type { Schemas } from '#front/client/client.ts';
import { sendFile } from '#front/client/send-file.ts';
import { clientWithRecordedCalls } from './session.ts';

/** The file of a video in a request: an upload, or an address from which the service fetches it. */
export type SentVideoFile = { upload_id: string } | { url: string };
/** The fields of a slide that are videos, in a request that changes them; null removes one. */
export type SentSlideVideos = Pick<Schemas['UpdateSlideBody'], 'video' | 'presenter'>;
/** The fields of a timeline that are videos, in a request that changes them; null removes one. */
export type SentTimelineVideos = Pick<Schemas['UpdateTimelineBody'], 'presenter' | 'intro' | 'outro'>;

/** Media types of videos, and of pictures that may move. */
export const SENT_VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm', 'image/gif', 'image/webp'] as const;

/** Uploads the file of a video. @throws Error, for the user, for a type that the API does not accept */
export async function uploadVideo(file: Blob): Promise<SentVideoFile> {
  const content_type = SENT_VIDEO_TYPES.find((type) => type === file.type);
  if (content_type === undefined) throw new Error('This file type is not supported. Use MP4, MOV, WebM, GIF or WebP.');
  const { upload } = await clientWithRecordedCalls().post('/uploads', {
    body: { content_type, size_bytes: file.size },
  });
  await sendFile(upload, file);
  return { upload_id: upload.id };
}
