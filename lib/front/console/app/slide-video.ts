import type { Schemas } from '#front/client/client.ts';
import { sendFile } from '#front/client/send-file.ts';
import { clientWithRecordedCalls } from './session.ts';

type Video = Schemas['SlideVideo'];
/** The video of a slide in a request that changes it; null removes it. */
export type SentVideoChange = NonNullable<Schemas['UpdateSlideBody']['video']> | null;

/** Media types of videos, and of pictures that may move. */
export const SENT_VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm', 'image/gif', 'image/webp'] as const;

/**
 * Uploads the file of a video. @returns the video in a request, which plays as the present one if there is one
 * @throws Error, for the user, for a type that the API does not accept
 */
export async function uploadVideo(file: Blob, present: Video | null): Promise<SentVideoChange> {
  const content_type = SENT_VIDEO_TYPES.find((type) => type === file.type);
  if (content_type === undefined) throw new Error('This file type is not supported. Use MP4, MOV, WebM, GIF or WebP.');
  const { upload } = await clientWithRecordedCalls().post('/uploads', {
    body: { content_type, size_bytes: file.size },
  });
  await sendFile(upload, file);
  if (!present) return { upload_id: upload.id };
  const { place, plays, volume, loop, muted } = present;
  return { upload_id: upload.id, place, plays, volume, loop, muted };
}
