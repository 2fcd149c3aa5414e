import type { DeckMediaType } from '#engine/deck-reading/deck-formats.ts';
import { sendFileToUploadTarget } from '#front/client/send-file-to-upload-target.ts';
import type { ImageMediaType } from './deck-type.ts';
import { requireSessionRecordingClient } from './session.ts';

/** Uploads an image that a later request names. @returns the id of the upload */
export async function uploadImageFile(file: Blob, content_type: ImageMediaType): Promise<string> {
  const { upload } = await requireSessionRecordingClient().post('/uploads', {
    body: { content_type, size_bytes: file.size },
  });
  await sendFileToUploadTarget(upload, file);
  return upload.id;
}

/**
 * Uploads a deck, or the PDF of one, that a later request names.
 * @returns the id of the upload
 * @throws Error for an answer without an upload
 */
export async function uploadDeckOrPdf(file: File, content_type: DeckMediaType): Promise<string> {
  const announcement = await requireSessionRecordingClient().post('/timelines/import', {
    body: { content_type, size_bytes: file.size },
  });
  if (!('upload' in announcement)) throw new Error('The service answered no upload for the file.');
  await sendFileToUploadTarget(announcement.upload, file);
  return announcement.upload.id;
}
