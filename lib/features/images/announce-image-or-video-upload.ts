import type { Principal } from '#features/accounts/public.ts';
import type { UploadAnnouncement, UploadAnswer } from '#features/uploads/contract.ts';
import {
  announceUpload,
  fileTooLargeError,
  IMAGE_UPLOAD_PATH,
  type UploadDeps,
  VIDEO_FILE_RULES,
  VIDEO_TYPES,
} from '#features/uploads/public.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { IMAGE_FILE_RULES } from './image-rules.ts';

/** Reports whether a media type is announced under the rules of videos: also GIF and WebP, which may be animated. */
const isVideoType = (type: string): boolean => VIDEO_TYPES.some((videoType) => videoType === type);

/** Announces the upload of an image or a video that slides will name. @throws ServiceError `image_too_large`, `video_too_large` */
export async function announceImageOrVideoUpload(
  deps: UploadDeps,
  principal: Principal,
  announcement: UploadAnnouncement,
  prepareAnswer: PrepareIdempotentAnswer<UploadAnswer>,
): Promise<void> {
  const kind = isVideoType(announcement.content_type) ? VIDEO_FILE_RULES : IMAGE_FILE_RULES;
  if (announcement.size_bytes > kind.max_bytes) throw fileTooLargeError(kind, 'size_bytes');
  await announceUpload(deps, principal, IMAGE_UPLOAD_PATH, announcement, prepareAnswer);
}
