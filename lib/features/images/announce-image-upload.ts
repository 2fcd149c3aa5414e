import type { Principal } from '#features/accounts/public.ts';
import type { UploadAnnouncement, UploadAnswer } from '#features/uploads/contract.ts';
import {
  announceUpload,
  fileTooLargeError,
  IMAGE_UPLOADS_TARGET,
  type UploadDeps,
  VIDEO_FILE_KIND,
  VIDEO_TYPES,
} from '#features/uploads/public.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { IMAGE_FILE_KIND } from './image-rules.ts';

/** Types of pictures that may be announced for a video, because they may move. */
const isVideoType = (type: string): boolean => VIDEO_TYPES.some((known) => known === type);

/** Announces the upload of an image or a video that slides will name. @throws ServiceError `image_too_large`, `video_too_large` */
export async function announceImageUpload(
  deps: UploadDeps,
  principal: Principal,
  asked: UploadAnnouncement,
  prepareAnswer: PrepareIdempotentAnswer<UploadAnswer>,
): Promise<void> {
  const kind = isVideoType(asked.content_type) ? VIDEO_FILE_KIND : IMAGE_FILE_KIND;
  if (asked.size_bytes > kind.max_bytes) throw fileTooLargeError(kind, 'size_bytes');
  await announceUpload(deps, principal, IMAGE_UPLOADS_TARGET, asked, prepareAnswer);
}
